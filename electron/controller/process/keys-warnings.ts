import { existsSync } from 'node:fs';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { backupFolderIn, databaseFileIn } from '../platform/data-folder-paths.ts';

/** Whether a controller has run on the folder, or keys were added to it. */
export function hasData(dataFolder: string): boolean {
  return existsSync(databaseFileIn(dataFolder)) || existsSync(backupFolderIn(dataFolder));
}

/**
 * Warns of printers that a new key names and the controller does not have, since they may be added later. Before its first start a
 * controller has no printers at all.
 */
export async function unknownPrinterWarnings(printers: readonly string[] | undefined, db: ControllerDatabase): Promise<string[]> {
  if (!printers) return [];
  const existing = await db.selectFrom('printers').select('name').execute();
  if (existing.length === 0) return [];
  const missing = printers.filter((printer) => !existing.some(({ name }) => name === printer));
  return missing.map((printer) => `The controller has no printer "${printer}" yet: check the spelling.`);
}
