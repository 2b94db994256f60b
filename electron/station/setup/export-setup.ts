import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyDatabase } from '#storage/backup/make-backup.ts';
import { signingKeyIn } from '#storage/audit-chain/signing-key.ts';
import { AUDIT_KEY_FILE, STATION_DATABASE, stationFilesIn } from '../backups/station-files.ts';
import { pruneControllerDatabase, pruneStationDatabase } from './prune-database.ts';
import { setupContent, type SetupPart } from './setup-content.ts';
import { writeSetupFile } from './setup-cipher.ts';
import type { SetupHead } from './setup-head.ts';

/** Names of the two databases in a set-up file. */
export const SETUP_DATABASES = { station: STATION_DATABASE, controller: 'controller.db' } as const;

export interface ExportSetupTask {
  /** The station's data folder. */
  dataFolder: string;
  /** The data folder of its controller; undefined for a station without one. */
  controllerFolder: string | undefined;
  /** Path of the set-up file. An existing one is replaced. */
  file: string;
  passphrase: string;
  program: string;
  /** Name of this computer. */
  computer: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The folder for the copies of the databases while a set-up file is made. */
const COPIES = 'setup.part';

/**
 * Makes a set-up file of the station and its controller, while both run. Throws a `DamagedDatabaseError`, and the disk's errors; then there is no file.
 */
export async function exportSetup(task: ExportSetupTask): Promise<SetupHead> {
  const folder = join(task.dataFolder, COPIES);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    const databases = [await stationCopy(task, folder), ...(await controllerCopy(task, folder))];
    const files = stationFilesIn(task.dataFolder).filter(({ path }) => existsSync(path));
    const { size, content } = await setupContent([...databases, ...files]);
    const { passphrase, program, computer, now } = task;
    return await writeSetupFile(task.file, {
      passphrase,
      program,
      computer,
      now,
      signingKey: signingKeyIn(join(task.dataFolder, AUDIT_KEY_FILE))(),
      size,
      content,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function stationCopy({ dataFolder, now }: ExportSetupTask, folder: string): Promise<SetupPart> {
  const copy = join(folder, SETUP_DATABASES.station);
  await copyDatabase(join(dataFolder, STATION_DATABASE), copy);
  pruneStationDatabase(copy, now);
  return { name: SETUP_DATABASES.station, path: copy };
}

async function controllerCopy({ controllerFolder, now }: ExportSetupTask, folder: string): Promise<SetupPart[]> {
  const database = controllerFolder === undefined ? undefined : join(controllerFolder, SETUP_DATABASES.controller);
  if (database === undefined || !existsSync(database)) return [];
  const copy = join(folder, SETUP_DATABASES.controller);
  await copyDatabase(database, copy);
  pruneControllerDatabase(copy, now);
  return [{ name: SETUP_DATABASES.controller, path: copy }];
}
