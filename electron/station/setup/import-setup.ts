import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { stagedDatabase, stageRestore } from '#storage/backup/staged-restore.ts';
import { restoreFileOf } from '#storage/backup/swap-database.ts';
import { CONTROLLER_MIGRATIONS } from '#storage/database/controller-database.ts';
import { STATION_MIGRATIONS } from '#storage/database/station-database.ts';
import { moveDurably } from '#storage/files/durable-file.ts';
import { findDamage, tablesOf } from '#storage/integrity/find-damage.ts';
import { APPLICATION_ID } from '#storage/migrations/migrate.ts';
import { carrySettings, type CarriedSettings } from '../backups/restore-station.ts';
import { isStationFile, STATION_DATABASE } from '../backups/station-files.ts';
import { SETUP_DATABASES } from './export-setup.ts';
import { checkSetupFile, decryptSetupFile } from './setup-cipher.ts';
import { writeSetupParts } from './setup-content.ts';
import { InvalidSetupFileError, type SetupHead } from './setup-head.ts';

export interface ImportSetupTask {
  file: string;
  passphrase: string;
  /** The station's data folder. */
  dataFolder: string;
  /** The data folder of its controller; undefined for a station without one, whose part of the file is left out. */
  controllerFolder: string | undefined;
  /** Settings of the station that stay as they are. */
  carried?: CarriedSettings;
}

/** The folder of the controller that a station starts itself, in its data folder. */
const OWN_CONTROLLER = 'controller';

/** The station or controller here has prints, or had some: only a person may decide that its data are replaced. */
export function hasPrints(controllerFolder: string): boolean {
  const file = join(controllerFolder, SETUP_DATABASES.controller);
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    return database.prepare("SELECT 1 FROM sqlite_sequence WHERE name = 'prints' AND seq > 0").get() !== undefined;
  } finally {
    database.close();
  }
}

/**
 * Stages the content of a set-up file: station and controller take it at their next start, and keep their former data in `replaced`. Throws an
 * `InvalidSetupFileError` that says what is wrong with the file, a `WrongPassphraseError`, and the disk's errors; then nothing has changed.
 */
export async function importSetup(task: ImportSetupTask): Promise<SetupHead> {
  const head = await checkSetupFile(task.file);
  const { dataFolder, controllerFolder } = task;
  const isOwn = controllerFolder === undefined || controllerFolder === join(dataFolder, OWN_CONTROLLER);
  const apart = isOwn ? undefined : `${restoreFileOf(join(controllerFolder, SETUP_DATABASES.controller))}.part`;
  try {
    await stageRestore(dataFolder, (folder) => stage(folder, { ...task, apart }));
    if (apart !== undefined && existsSync(apart)) moveDurably(apart, apart.slice(0, -'.part'.length));
    return head;
  } finally {
    if (apart !== undefined) rmSync(apart, { force: true });
  }
}

async function stage(
  folder: string,
  { file, passphrase, controllerFolder, carried, apart }: ImportSetupTask & { apart: string | undefined },
): Promise<void> {
  const station = stagedDatabase(folder, STATION_DATABASE);
  const unused = join(folder, 'unused');
  const controller =
    apart ?? (controllerFolder === undefined ? unused : stagedDatabase(join(folder, OWN_CONTROLLER), SETUP_DATABASES.controller));
  const pathOf = (name: string): string | undefined => {
    if (name === SETUP_DATABASES.station) return station;
    if (name === SETUP_DATABASES.controller) return controller;
    return isStationFile(name) ? join(folder, name) : undefined;
  };
  await writeSetupParts(decryptSetupFile(file, passphrase), (name) => {
    const path = pathOf(name);
    if (path !== undefined) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  });
  rmSync(unused, { force: true });
  if (!existsSync(station)) throw new InvalidSetupFileError('it has no database of a station');
  refuseUnsound(station, STATION_MIGRATIONS.length);
  carrySettings(station, carried ?? {});
  if (existsSync(controller)) refuseUnsound(controller, CONTROLLER_MIGRATIONS.length);
}

/** The signature proves who made the file, not that this program can read it. */
function refuseUnsound(file: string, newest: number): void {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const damage = findDamage(database, tablesOf(database));
    if (damage !== undefined) throw new InvalidSetupFileError(`its database is damaged (${damage})`);
    if (database.prepare('PRAGMA application_id').get()?.['application_id'] !== APPLICATION_ID)
      throw new InvalidSetupFileError('its database is not one of Strobe');
    if (Number(database.prepare('PRAGMA user_version').get()?.['user_version']) > newest)
      throw new InvalidSetupFileError('it was made by a newer Strobe: install that version on this computer');
  } finally {
    database.close();
  }
}
