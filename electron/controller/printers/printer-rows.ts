import { printerConfigurationSchema, type PrinterConfiguration } from '#contract/api-v3/printer-configuration.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { EngineConfigError } from '../engines/engine-config-error.ts';
import { virtualModel } from '../engines/virtual/virtual-models.ts';

const PRINTERS_OF_A_FIRST_START = 2;

export interface PrinterRow {
  name: string;
  position: number;
  /** The configuration as JSON. */
  config: string;
  /** 0: a person has disabled it. */
  enabled: number;
  /** Another configuration as JSON, which replaces this one when no job is selected. */
  next_config: string | null;
  /** The device that prints for it, as JSON. */
  device: string | null;
}

/**
 * The printers of this controller, in order. A first start creates two virtual printers; `wanted` adds printers up to that number and never
 * removes one.
 */
export async function printerRows(db: ControllerDatabase, wanted: number | undefined): Promise<PrinterRow[]> {
  return inTransaction(db, async (trx) => {
    const existing = await trx.selectFrom('printers').selectAll().orderBy('position').execute();
    const isFirstStart = existing.length === 0 && (await lastPosition(trx)) === 0;
    const missing = missingRows(existing, wanted ?? (isFirstStart ? PRINTERS_OF_A_FIRST_START : 0));
    if (missing.length > 0) await trx.insertInto('printers').values(missing).execute();
    return [...existing, ...missing];
  });
}

/** Parses a stored configuration. Throws an `EngineConfigError` that names the fault. */
export function parseConfiguration(text: string): PrinterConfiguration {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new EngineConfigError('the configuration of the printer is not JSON', error);
  }
  const { data, error } = printerConfigurationSchema.safeParse(value);
  if (data) return data;
  const faults = error.issues.map(({ path, message }) => `${path.join('.') || 'it'} ${message}`);
  throw new EngineConfigError(`the configuration of the printer cannot be understood: ${faults.join('; ')}`);
}

/** Stores a new printer after all that there are and were: the folder of a removed printer is not used again, because its marks stay in it. */
export async function insertPrinter(name: string, configuration: PrinterConfiguration, trx: ControllerTransaction): Promise<PrinterRow> {
  const position = 1 + Math.max(await greatestPosition(trx), await lastPosition(trx));
  const row = { name, position, config: JSON.stringify(configuration), enabled: 1, next_config: null, device: null };
  await trx.insertInto('printers').values(row).execute();
  return row;
}

/** Deletes a printer and remembers the greatest position. */
export async function deletePrinter(name: string, trx: ControllerTransaction): Promise<void> {
  await storePosition(Math.max(await greatestPosition(trx), await lastPosition(trx)), trx);
  await trx.deleteFrom('printers').where('name', '=', name).execute();
}

/** Setting: the greatest position when a printer was last removed. */
const LAST_POSITION = 'lastPrinterPosition';

async function greatestPosition(trx: ControllerTransaction): Promise<number> {
  const last = await trx.selectFrom('printers').select('position').orderBy('position', 'desc').limit(1).executeTakeFirst();
  return last?.position ?? 0;
}

async function lastPosition(trx: ControllerTransaction): Promise<number> {
  const row = await trx.selectFrom('settings').select('value').where('key', '=', LAST_POSITION).executeTakeFirst();
  return Number(row?.value ?? 0);
}

async function storePosition(position: number, trx: ControllerTransaction): Promise<void> {
  const value = String(position);
  await trx
    .insertInto('settings')
    .values({ key: LAST_POSITION, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

function missingRows(existing: readonly PrinterRow[], target: number): PrinterRow[] {
  const names = new Set(existing.map((row) => row.name));
  const missing: PrinterRow[] = [];
  for (let place = 1; existing.length + missing.length < target; place++) {
    const name = `Line ${place}`;
    if (names.has(name)) continue;
    const position = 1 + Math.max(0, ...[...existing, ...missing].map((row) => row.position));
    const config = JSON.stringify(printerConfigurationSchema.parse(virtualModel(place - 1)));
    missing.push({ name, position, config, enabled: 1, next_config: null, device: null });
  }
  return missing;
}
