import { existsSync } from 'node:fs';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { backupsIn, databaseIn } from './data-folder.ts';

/** Whether a controller has ever run on the folder, or keys were made for it. */
export function hasData(dataFolder: string): boolean {
  return existsSync(databaseIn(dataFolder)) || existsSync(backupsIn(dataFolder));
}

/** What a new key names and the controller does not have; it may come later. Before its first start a controller has no printers at all. */
export async function printerDoubts(printers: readonly string[] | undefined, db: ControllerDatabase): Promise<string[]> {
  if (!printers) return [];
  const known = await db.selectFrom('printers').select('name').execute();
  if (known.length === 0) return [];
  const missing = printers.filter((printer) => !known.some(({ name }) => name === printer));
  return missing.map((printer) => `The controller has no printer "${printer}" so far: see whether the name is written as there.`);
}
