import { existsSync, lstatSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BACKUP_ENDING, backupNames } from '#storage/backup/backup-folder.ts';
import { headOf, InvalidBackupError, type BackupHead } from '#storage/backup/backup-file.ts';
import { begunFor, makeBackup } from '#storage/backup/make-backup.ts';
import { restoreFileOf, takeRestored } from '#storage/backup/swap-database.ts';
import { begunBy, unpackBackup } from '#storage/backup/unpack-backup.ts';
import { CONTROLLER_MIGRATIONS } from '#storage/database/controller-database.ts';
import { walFileOf } from '#storage/wal/closed-wal.ts';
import { lockFolder } from '#storage/files/folder-lock.ts';
import { HighWater } from '#storage/high-water.ts';
import { DamagedDatabaseError } from '#storage/integrity/sqlite-failure.ts';
import { CommandLineError } from './command-line.ts';
import { backupFolderIn, databaseFileIn, highWaterFileIn } from '../platform/data-folder-paths.ts';
import { silentLog } from '#process/log.ts';
import { prepareFolder } from '../backups/open-or-restore.ts';
import { CommandFailedError, reportPartialFiles } from '../backups/run-in-child-process.ts';

const COMMANDS = ['backup', 'restore'];

/** Whether this is one of the commands `backup` and `restore`. */
export function isBackupCommand(command: string | undefined): command is string {
  return command !== undefined && COMMANDS.includes(command);
}

/**
 * `backup --data DIR [--to FILE]` makes a backup, even while the controller runs. `restore FILE --data DIR` restores one while it does not
 * run. Returns the line to print. Throws a `CommandLineError` for wrong arguments, and a `CommandFailedError` for a failed disk operation;
 * then nothing has changed.
 */
export async function runBackupCommand(args: readonly string[], { version, now }: { version: string; now: () => number }): Promise<string> {
  const { command, file, dataFolder, to } = parse(args);
  const database = databaseFileIn(dataFolder);
  if (!existsSync(dataFolder) || (command === 'backup' && !existsSync(database))) {
    throw new CommandLineError(`there is no controller data in ${dataFolder}`);
  }
  return command === 'backup' ? backup({ database, dataFolder, to }, version, now()) : restore({ database, dataFolder, file }, now());
}

async function backup(
  { database, dataFolder, to }: { database: string; dataFolder: string; to: string | undefined },
  program: string,
  now: number,
): Promise<string> {
  await mkdir(backupFolderIn(dataFolder), { recursive: true, mode: 0o700 });
  const moment = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const file = to === undefined ? join(backupFolderIn(dataFolder), moment + BACKUP_ENDING) : resolve(to);
  refuseNoFolder(dirname(file));
  refuseTaken(file);
  enterAlone(dataFolder);
  reportPartialFiles({ files: begunFor(file), bytes: sizeOf(database) + sizeOf(walFileOf(database)) });
  const { size } = await makeBackup({ database, file, program, now }).catch((error: unknown) => {
    throw failed(`the backup ${file} was not made`, error);
  });
  return `backup made: ${file} (${size} bytes of data, every page read)`;
}

/** A running controller has prepared the folder already. */
function enterAlone(dataFolder: string): void {
  const lock = lockFolder(dataFolder);
  if (!lock) return;
  try {
    prepareFolder({ dataFolder, before: new HighWater(highWaterFileIn(dataFolder)).before, now: () => Date.now(), log: silentLog });
  } finally {
    lock.release();
  }
}

async function restore(
  { database, dataFolder, file }: { database: string; dataFolder: string; file: string | undefined },
  now: number,
): Promise<string> {
  if (file === undefined) throw new CommandLineError('restore FILE: the name of a file is missing');
  const bytes = sizeOfBackup(file);
  const lock = lockFolder(dataFolder);
  if (!lock)
    throw new CommandLineError('the controller is running: stop it before you restore its data, or restore the backup in the station');
  try {
    const unpacked = restoreFileOf(database);
    reportPartialFiles({ files: begunBy(unpacked), bytes });
    const head = await unpackBackup({ file, database: unpacked, newestSchema: CONTROLLER_MIGRATIONS.length });
    const shorter = await laterHeads(dataFolder, head);
    takeRestored(database, now);
    return [
      `restored the data of ${new Date(head.made).toISOString()}; the controller does not print until a person confirms them`,
      ...shorter,
    ].join('\n');
  } catch (error) {
    if (error instanceof InvalidBackupError) throw new CommandLineError(error.message, { cause: error });
    throw failed(`the backup ${file} was not restored`, error);
  } finally {
    lock.release();
  }
}

/** A line for each part of the audit log of which a later backup of the same controller has more than the restored one. */
async function laterHeads(dataFolder: string, restored: BackupHead): Promise<string[]> {
  const folder = backupFolderIn(dataFolder);
  const furthest = new Map<string, { number: number; name: string }>();
  for (const name of await backupNames(folder)) {
    const { controller, auditHeads = [] } = await headOf(join(folder, name)).catch(() => ({ controller: undefined, auditHeads: [] }));
    if (controller !== restored.controller) continue;
    for (const { chain, number } of auditHeads) {
      if (number > (furthest.get(chain)?.number ?? 0)) furthest.set(chain, { number, name });
    }
  }
  const ends = new Map((restored.auditHeads ?? []).map(({ chain, number }) => [chain, number]));
  return [...furthest].flatMap(([chain, { number, name }]) => {
    const end = ends.get(chain) ?? 0;
    const missing = `the audit log "${chain}" ends with record ${end}; records ${end + 1} to ${number} are in ${name} and in the replaced data only`;
    return number > end ? [missing] : [];
  });
}

/** F8: the target of a symbolic link is never overwritten, even if it does not exist. */
function refuseTaken(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) throw new CommandLineError(`${file} is a symbolic link, whose target is never replaced: name another file`);
  if (found) throw new CommandLineError(`${file} already exists: a backup is never replaced`);
}

/** The folder is not created: the folder of a USB stick that is not plugged in would be created on the computer's own disk. */
function refuseNoFolder(folder: string): void {
  try {
    if (statSync(folder).isDirectory()) return;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw failed(`the backup in ${folder} was not made`, error);
  }
  throw new CommandLineError(`--to FILE: there is no folder ${folder}`);
}

/** A symbolic link is followed, since the file is only read. */
function sizeOfBackup(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new CommandLineError(`restore FILE: ${file} does not exist`);
  if (!found.isFile()) throw new CommandLineError(`restore FILE: ${file} is not a file`);
  return found.size;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** A damaged database is passed on, because it is more than a failed command. */
function failed(what: string, error: unknown): Error {
  if (error instanceof DamagedDatabaseError) return error;
  return new CommandFailedError(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}

function parse(args: readonly string[]): { command: string; file: string | undefined; dataFolder: string; to: string | undefined } {
  try {
    const options = { data: { type: 'string' }, to: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [command = '', file, ...more] = positionals;
    if (!values.data) throw new CommandLineError('--data DIR is required: the data folder of the controller');
    if (more.length > 0 || (command === 'backup' && file !== undefined))
      throw new CommandLineError(`${command} does not take ${[file, ...more].join(' ')}`);
    return { command, file, dataFolder: resolve(values.data), to: values.to };
  } catch (error) {
    if (error instanceof CommandLineError) throw error;
    throw new CommandLineError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
