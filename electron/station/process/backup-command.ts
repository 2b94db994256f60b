import { existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BACKUP_ENDING } from '#storage/backup/backup-folder.ts';
import { InvalidBackupError } from '#storage/backup/backup-file.ts';
import { makeBackup } from '#storage/backup/make-backup.ts';
import { takeStaged } from '#storage/backup/staged-restore.ts';
import { lockFolder } from '#storage/files/folder-lock.ts';
import { stageStationBackup } from '../backups/restore-station.ts';
import { STATION_BACKUPS_FOLDER } from '../backups/station-backups.ts';
import { STATION_DATABASE, stationFilesIn } from '../backups/station-files.ts';
import { commandFailed, wrongArguments } from './command-error.ts';

const COMMANDS = ['backup', 'restore'];

/** Whether this is one of the commands `backup` and `restore`. */
export function isStationBackupCommand(command: string | undefined): boolean {
  return command !== undefined && COMMANDS.includes(command);
}

/**
 * `backup --data DIR [--to FILE]` makes a backup of the station, also while it runs. `restore FILE --data DIR` restores one while it does not run. Returns the
 * line to print. Throws a `StationCommandError`; then nothing has changed.
 */
export async function runStationBackupCommand(
  args: readonly string[],
  { version, now }: { version: string; now: () => number },
): Promise<string> {
  const { command, file, dataFolder, to } = parse(args);
  if (command === 'backup') return backup(dataFolder, { to, program: version, now: now() });
  return restore(dataFolder, file, now());
}

async function backup(dataFolder: string, { to, program, now }: { to: string | undefined; program: string; now: number }): Promise<string> {
  const database = join(dataFolder, STATION_DATABASE);
  if (!existsSync(database)) throw wrongArguments(`there are no data of a station in ${dataFolder}`);
  const moment = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const file = to === undefined ? join(dataFolder, STATION_BACKUPS_FOLDER, moment + BACKUP_ENDING) : resolve(to);
  if (to === undefined) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  refuseTarget(file);
  try {
    const station = { computer: hostname(), files: stationFilesIn(dataFolder) };
    const { size } = await makeBackup({ database, file, program, now, station });
    return `backup of the station made: ${file} (${size} bytes of data, every page read)`;
  } catch (error) {
    throw commandFailed(`the backup ${file} was not made`, error);
  }
}

async function restore(dataFolder: string, file: string | undefined, now: number): Promise<string> {
  if (file === undefined) throw wrongArguments('restore FILE: the name of a file is missing');
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw wrongArguments(`restore FILE: ${file} is not a file`);
  // A replacement of the computer has no data yet.
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(dataFolder);
  if (!lock) throw wrongArguments('the station is running: stop it before you restore its data, or restore the backup on its page');
  try {
    const { made } = await stageStationBackup({ dataFolder, file });
    takeStaged(dataFolder, STATION_DATABASE, now);
    return `restored the data of the station of ${new Date(made).toISOString()}; the former data are in ${join(dataFolder, 'replaced')}`;
  } catch (error) {
    if (error instanceof InvalidBackupError) throw wrongArguments(error.message);
    throw commandFailed(`the backup ${file} was not restored`, error);
  } finally {
    lock.release();
  }
}

/** An existing file is never replaced, and no folder is created: that of a USB stick that is not plugged in would be created on the computer's own disk. */
export function refuseTarget(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })) throw wrongArguments(`${file} already exists: name another file`);
  if (!statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory())
    throw wrongArguments(`--to FILE: there is no folder ${dirname(file)}`);
}

function parse(args: readonly string[]): { command: string; file: string | undefined; dataFolder: string; to: string | undefined } {
  const options = { data: { type: 'string' }, to: { type: 'string' } } as const;
  const { values, positionals } = parsed(() => parseArgs({ args: [...args], options, allowPositionals: true }));
  const [command = '', file, ...more] = positionals;
  if (!values.data) throw wrongArguments('--data DIR is required: the data folder of the station');
  if (more.length > 0 || (command === 'backup' && file !== undefined))
    throw wrongArguments(`${command} does not take ${[file, ...more].join(' ')}`);
  return { command, file, dataFolder: resolve(values.data), to: values.to };
}

/** Turns what `parseArgs` throws into an error of the command. */
export function parsed<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw wrongArguments(error instanceof Error ? error.message : String(error));
  }
}
