import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ProblemError } from '#contract/problem.ts';
import { CONTROLLER_MIGRATIONS } from '#storage/database/controller-database.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import { lockFolder } from '#storage/files/folder-lock.ts';
import { HighWater } from '#storage/high-water.ts';
import { openSharedDatabase } from '#storage/database/open-shared-database.ts';
import { closeInOrder, openAlone } from '../backups/open-or-restore.ts';
import { databaseFileIn, highWaterFileIn } from '../platform/data-folder-paths.ts';
import { CommandLineError } from './command-line.ts';
import { silentLog } from '#process/log.ts';
import { ApiKeys, type ListedKey } from '../keys/api-keys.ts';
import { dayOf, lastDayOf } from '#http/keys/key-days.ts';
import { revocationsIn } from '../keys/revocations.ts';
import { parseKeysCommand, type KeysCommand } from './keys-command-line.ts';
import { hasData, unknownPrinterWarnings } from './keys-warnings.ts';

const OWNER_ONLY = 0o700;

/** The output of the command: lines for standard output, which a script may read, and a note for the person. */
export interface KeysCommandResult {
  lines: string[];
  note?: string;
}

/**
 * Runs `keys add`, `keys list` or `keys revoke`. Works while a controller runs on the folder, which applies the change from its next
 * request. Throws a `CommandLineError` for wrong arguments.
 */
export async function runKeysCommand(args: string[]): Promise<KeysCommandResult> {
  const command = parseKeysCommand(args, Date.now());
  const dataFolder = resolve(command.dataFolder);
  const isFirst = !hasData(dataFolder);
  if (isFirst && command.action !== 'add') throw new CommandLineError(`there is no controller data in ${dataFolder}`);
  const { db, close } = await open(dataFolder);
  try {
    const answer = await execute(command, new ApiKeys({ db, now: () => Date.now(), revocations: revocationsIn(dataFolder) }));
    const warnings = command.action === 'add' ? await unknownPrinterWarnings(command.printers, db) : [];
    if (isFirst) warnings.push(`No controller has run on ${dataFolder} yet: the key will be valid for the first one.`);
    return warnings.length === 0 ? answer : { ...answer, note: [answer.note, ...warnings].join('\n') };
  } catch (error) {
    throw error instanceof ProblemError ? new CommandLineError(error.message, { cause: error }) : error;
  } finally {
    await close();
  }
}

async function execute(command: KeysCommand, keys: ApiKeys): Promise<KeysCommandResult> {
  if (command.action === 'list') {
    const lines = (await keys.list()).map(lineOf);
    return lines.length === 0 ? { lines, note: 'There are no keys.' } : { lines };
  }
  if (command.action === 'revoke') {
    await keys.revoke(command.name);
    return { lines: [], note: `The key "${command.name}" is revoked.` };
  }
  const { name, scopes, printers, expires } = command;
  const text = await keys.add({ name, scopes, printers }, expires);
  return { lines: [text], note: `This is the key "${name}". It is shown only once: store it in the program that uses it.` };
}

function lineOf({ name, scopes, printers, created, expires, revoked, lastUsed }: ListedKey): string {
  const parts = [
    ...[name, scopes.join(','), printers ? printers.join(',') : 'all printers', `since ${dayOf(created)}`],
    ...(expires === undefined ? [] : [`${expires <= Date.now() ? 'expired after' : 'until'} ${lastDayOf(expires)}`]),
    ...(revoked === undefined ? [] : [`revoked ${dayOf(revoked)}`]),
    ...(lastUsed === undefined ? [] : [`last used ${dayOf(lastUsed)}`]),
  ];
  return parts.join('\t');
}

interface Opened {
  db: ControllerDatabase;
  close: () => Promise<void>;
}

/** Opens the folder's database: shared with the controller that holds the folder, otherwise locked, as a controller would. */
async function open(folder: string): Promise<Opened> {
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
    const lock = lockFolder(folder);
    if (!lock) {
      const db = openSharedDatabase<ControllerSchema>(databaseFileIn(folder), CONTROLLER_MIGRATIONS.length);
      return { db, close: () => db.destroy() };
    }
    try {
      const { before } = new HighWater(highWaterFileIn(folder));
      const opened = await openAlone({ dataFolder: folder, before, disk: {}, now: () => Date.now(), log: silentLog });
      return {
        db: opened.db,
        close: async () => {
          await closeInOrder(opened);
          lock.release();
        },
      };
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandLineError(`the keys in ${folder} cannot be opened: ${reason}`, { cause: error });
  }
}
