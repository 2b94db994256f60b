import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Audit } from '#controller/audit/audit.ts';
import { createController, type Controller } from '#controller/controller.ts';
import type { ControllerOptions } from '#controller/controller-options.ts';
import { DrawingPool } from '#controller/drawing/drawing-pool.ts';
import { ApiKeys } from '#controller/keys/api-keys.ts';
import { timeOrderedId } from '#controller/platform/time-ordered-id.ts';
import { mapLabelTexts } from '#rendering/label/label-texts.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { CASE_LABEL } from './labels.ts';

/** Name of the label. */
export const LABEL = 'Case';
/** Name of the table. */
export const TABLE = 'Products';
/** Name of the table's key column. */
export const KEY = 'Article';
const ROWS = 10_000;

/** The label of P1 with the name and weight of the product from a table. */
export const ROW_LABEL = mapLabelTexts(CASE_LABEL, (text, pointer) => {
  if (pointer === '/objs/1/text') return '{TABLE;Name}';
  return pointer === '/objs/2/text' ? '{TABLE;Weight}' : text;
});

/** A controller with a database on disk, virtual printers, this label, its counter and its table. */
export interface DiskController {
  controller: Controller;
  dataFolder: string;
  file: string;
  db: ControllerDatabase;
  drawing: DrawingPool;
  close: () => Promise<void>;
}

export interface DiskControllerOptions extends Partial<ControllerOptions> {
  printers: number;
  threads: number;
}

/** Access to a server on loopback without a key. */
export function keylessAccess(db: ControllerDatabase) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const parts = { db, now: () => Date.now(), signingKey: () => privateKey };
  return { apiKeys: new ApiKeys(parts), audit: new Audit(parts), isKeyRequired: false };
}

/** Opens such a controller in a temporary folder, which `close` removes. */
export async function openDiskController({ printers, threads, ...more }: DiskControllerOptions): Promise<DiskController> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'strobe-bench-'));
  const file = join(dataFolder, 'controller.db');
  const db = openControllerDatabase(file);
  const drawing = new DrawingPool({ size: threads });
  drawing.start();
  const controller = await createController({
    ...{ db, dataFolder, drawing, virtualPrinters: printers, isEmpty: true, isSafeMode: false, version: '0.0.0', samplesFolder: '' },
    now: () => Date.now(),
    newId: () => timeOrderedId(Date.now()),
    ...more,
  });
  await controller.start();
  await controller.labels.put(LABEL, ROW_LABEL);
  await controller.counters.put('Serial', {
    ...{ value: 1, minValue: 1, maxValue: 99_999_999, repeat: 1, step: 1, width: 8, padding: '0', description: '', format: '' },
  });
  await controller.tables.put(TABLE, {
    columns: Object.keys(rowOf(0)),
    rows: Array.from({ length: ROWS }, (_, row) => Object.values(rowOf(row))),
  });
  return {
    ...{ controller, dataFolder, file, db, drawing },
    close: async () => {
      await controller.stop();
      await drawing.stop();
      await db.destroy();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The key of the row for a print number. */
export function keyOf(print: number): string {
  return `article ${print % ROWS}`;
}

function rowOf(row: number): Record<string, string> {
  return { [KEY]: keyOf(row), Name: `Sardines, catch ${row}`, Weight: `Net weight ${100 + (row % 100)} g` };
}
