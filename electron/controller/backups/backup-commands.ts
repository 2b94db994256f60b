import { existsSync, lstatSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BACKUP_ENDING } from '#storage/backup/backup-folder.ts';
import { NoBackupError } from '#storage/backup/backup-file.ts';
import { begunFor, makeBackup } from '#storage/backup/make-backup.ts';
import { restoreFileOf, takeRestored } from '#storage/backup/swap-database.ts';
import { begunBy, unpackBackup } from '#storage/backup/unpack-backup.ts';
import { CONTROLLER_MIGRATIONS } from '#storage/controller-database.ts';
import { logOf } from '#storage/empty-log.ts';
import { lockFolder } from '#storage/folder-lock.ts';
import { HighWater } from '#storage/high-water.ts';
import { DamagedDatabaseError } from '#storage/sqlite-failure.ts';
import { CommandLineError } from '../command-line.ts';
import { backupsIn, databaseIn, marksIn } from '../data-folder.ts';
import { silentLog } from '../engines/log.ts';
import { enterFolder } from './open-or-restore.ts';
import { CommandFailedError, tellBegun } from './run-apart.ts';

const COMMANDS = ['backup', 'restore'];

/** Whether this is one of the commands `backup` and `restore`. */
export function isBackupCommand(command: string | undefined): command is string {
  return command !== undefined && COMMANDS.includes(command);
}

/**
 * `backup --data DIR [--to FILE]` makes a backup, also while the controller runs; `restore FILE --data DIR` puts one in the place of the data,
 * while it does not. Returns what is to be said. Throws a `CommandLineError` for what cannot be followed,
 * and a `CommandFailedError` for what a disk did not do; then nothing has changed.
 */
export async function runBackupCommand(args: readonly string[], { version, now }: { version: string; now: () => number }): Promise<string> {
  const { command, file, dataFolder, to } = parse(args);
  const database = databaseIn(dataFolder);
  if (!existsSync(dataFolder) || (command === 'backup' && !existsSync(database))) {
    throw new CommandLineError(`there are no data of a controller in ${dataFolder}`);
  }
  return command === 'backup' ? backup({ database, dataFolder, to }, version, now()) : restore({ database, dataFolder, file }, now());
}

async function backup(
  { database, dataFolder, to }: { database: string; dataFolder: string; to: string | undefined },
  program: string,
  now: number,
): Promise<string> {
  await mkdir(backupsIn(dataFolder), { recursive: true, mode: 0o700 });
  const moment = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const file = to === undefined ? join(backupsIn(dataFolder), moment + BACKUP_ENDING) : resolve(to);
  refuseNoFolder(dirname(file));
  refuseTaken(file);
  enterAlone(dataFolder);
  tellBegun({ files: begunFor(file), bytes: sizeOf(database) + sizeOf(logOf(database)) });
  const { size } = await makeBackup({ database, file, program, now }).catch((error: unknown) => {
    throw failed(`the backup ${file} was not made`, error);
  });
  return `backup made: ${file} (${size} bytes of data, every page read)`;
}

/** A controller that runs has done so itself. */
function enterAlone(dataFolder: string): void {
  const lock = lockFolder(dataFolder);
  if (!lock) return;
  try {
    enterFolder({ dataFolder, before: new HighWater(marksIn(dataFolder)).before, now: () => Date.now(), log: silentLog });
  } finally {
    lock.release();
  }
}

async function restore(
  { database, dataFolder, file }: { database: string; dataFolder: string; file: string | undefined },
  now: number,
): Promise<string> {
  if (file === undefined) throw new CommandLineError('restore FILE: a file is not there');
  const bytes = sizeOfBackup(file);
  const lock = lockFolder(dataFolder);
  if (!lock) throw new CommandLineError('the controller runs: stop it before its data are restored, or restore the backup on its page');
  try {
    const unpacked = restoreFileOf(database);
    tellBegun({ files: begunBy(unpacked), bytes });
    const { made } = await unpackBackup({ file, database: unpacked, newestSchema: CONTROLLER_MIGRATIONS.length });
    takeRestored(database, now);
    return `restored the data of ${new Date(made).toISOString()}; nothing is printed from them before somebody confirms them`;
  } catch (error) {
    if (error instanceof NoBackupError) throw new CommandLineError(error.message, { cause: error });
    throw failed(`the backup ${file} was not restored`, error);
  } finally {
    lock.release();
  }
}

/** F8: what a link leads to is never written over, also when nothing is there. */
function refuseTaken(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isSymbolicLink())
    throw new CommandLineError(`${file} is a symbolic link, and what it leads to is never replaced: name another file`);
  if (found) throw new CommandLineError(`${file} is there already: a backup is never replaced`);
}

/** None is made: a stick that is not plugged in has its folder on the computer's own disk otherwise. */
function refuseNoFolder(folder: string): void {
  try {
    if (statSync(folder).isDirectory()) return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw failed(`the backup in ${folder} was not made`, error);
  }
  throw new CommandLineError(`--to FILE: there is no folder ${folder}`);
}

/** A link may lead to the file, which is only read. */
function sizeOfBackup(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new CommandLineError(`restore FILE: ${file} is not there`);
  if (!found.isFile()) throw new CommandLineError(`restore FILE: ${file} is no file`);
  return found.size;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** A damaged database is more than a command that failed. */
function failed(what: string, error: unknown): Error {
  if (error instanceof DamagedDatabaseError) return error;
  return new CommandFailedError(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}

function parse(args: readonly string[]): { command: string; file: string | undefined; dataFolder: string; to: string | undefined } {
  try {
    const options = { data: { type: 'string' }, to: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [command = '', file, ...more] = positionals;
    if (!values.data) throw new CommandLineError('--data DIR is required: the folder that holds what the controller stores');
    if (more.length > 0 || (command === 'backup' && file !== undefined))
      throw new CommandLineError(`${command} takes no ${[file, ...more].join(' ')}`);
    return { command, file, dataFolder: resolve(values.data), to: values.to };
  } catch (error) {
    if (error instanceof CommandLineError) throw error;
    throw new CommandLineError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
