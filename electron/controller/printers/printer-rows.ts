import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { virtualModelConfig } from '../engines/virtual/virtual-models.ts';

const PRINTERS_OF_A_FIRST_START = 2;

export interface PrinterRow {
  name: string;
  position: number;
  engine: string;
  config: string;
}

/**
 * The printers that this controller has, in order. A first start gets two virtual printers; with `wanted`, missing ones up to
 * that number are added, and none is ever taken away.
 */
export async function printerRows(db: ControllerDatabase, wanted: number | undefined): Promise<PrinterRow[]> {
  return inTransaction(db, async (trx) => {
    const known = await trx.selectFrom('printers').selectAll().orderBy('position').execute();
    const missing = missingRows(known, wanted);
    if (missing.length > 0) await trx.insertInto('printers').values(missing).execute();
    return [...known, ...missing];
  });
}

function missingRows(known: readonly PrinterRow[], wanted: number | undefined): PrinterRow[] {
  const target = wanted ?? (known.length === 0 ? PRINTERS_OF_A_FIRST_START : 0);
  const names = new Set(known.map((row) => row.name));
  const missing: PrinterRow[] = [];
  for (let place = 1; known.length + missing.length < target; place++) {
    const name = `Line ${place}`;
    if (names.has(name)) continue;
    const position = 1 + Math.max(0, ...[...known, ...missing].map((row) => row.position));
    missing.push({ name, position, engine: 'virtual', config: virtualModelConfig(place - 1) });
  }
  return missing;
}
