import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ProblemError } from '#contract/problem.ts';
import { CONTROLLER_MIGRATIONS } from '#storage/controller-database.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/controller-schema.ts';
import { lockFolder } from '#storage/folder-lock.ts';
import { HighWater } from '#storage/high-water.ts';
import { openBeside } from '#storage/open-beside.ts';
import { closeInOrder, openAlone } from './backups/open-or-restore.ts';
import { databaseIn, marksIn } from './data-folder.ts';
import { CommandLineError } from './command-line.ts';
import { silentLog } from './engines/log.ts';
import { ApiKeys, type ListedKey } from './keys/api-keys.ts';
import { revocationsIn } from './keys/revocations.ts';
import { parseKeysCommand, type KeysCommand } from './keys-command-line.ts';
import { hasData, printerDoubts } from './keys-doubts.ts';

const OWNER_ONLY = 0o700;
const DATE_CHARACTERS = 10;

/** What the command says: lines for whoever reads them, a script too, and a word to the person. */
export interface KeysAnswer {
  lines: string[];
  note?: string;
}

/**
 * `keys add`, `keys list`, `keys revoke`. Works while a controller runs on the folder, which goes by it from its next
 * request on. Throws a `CommandLineError` for what cannot be followed.
 */
export async function runKeysCommand(args: string[]): Promise<KeysAnswer> {
  const command = parseKeysCommand(args, Date.now());
  const dataFolder = resolve(command.dataFolder);
  const isFirst = !hasData(dataFolder);
  if (isFirst && command.action !== 'add') throw new CommandLineError(`there are no data of a controller in ${dataFolder}`);
  const { db, close } = await open(dataFolder);
  try {
    const answer = await obey(command, new ApiKeys({ db, now: () => Date.now(), revocations: revocationsIn(dataFolder) }));
    const doubts = command.action === 'add' ? await printerDoubts(command.printers, db) : [];
    if (isFirst) doubts.push(`No controller has run on ${dataFolder} yet: the key is for the one that will.`);
    return doubts.length === 0 ? answer : { ...answer, note: [answer.note, ...doubts].join('\n') };
  } catch (error) {
    throw error instanceof ProblemError ? new CommandLineError(error.message, { cause: error }) : error;
  } finally {
    await close();
  }
}

async function obey(command: KeysCommand, keys: ApiKeys): Promise<KeysAnswer> {
  if (command.action === 'list') {
    const lines = (await keys.list()).map(lineOf);
    return lines.length === 0 ? { lines, note: 'There are no keys.' } : { lines };
  }
  if (command.action === 'revoke') {
    await keys.revoke(command.name);
    return { lines: [], note: `The key "${command.name}" opens nothing any more.` };
  }
  const { name, scopes, printers, expires } = command;
  const text = await keys.add({ name, scopes, printers }, expires);
  return { lines: [text], note: `This is the key "${name}". It is shown this once and stored nowhere: keep it where it is used.` };
}

function lineOf({ name, scopes, printers, created, expires, revoked }: ListedKey): string {
  const parts = [
    ...[name, scopes.join(','), printers ? printers.join(',') : 'all printers', `since ${dayOf(created)}`],
    ...(expires === undefined ? [] : [`${expires <= Date.now() ? 'expired after' : 'until'} ${dayOf(expires - 1)}`]),
    ...(revoked === undefined ? [] : [`revoked ${dayOf(revoked)}`]),
  ];
  return parts.join('\t');
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, DATE_CHARACTERS);
}

interface Opened {
  db: ControllerDatabase;
  close: () => Promise<void>;
}

/** The folder's database: beside the controller that holds the folder, else alone, as a controller would. */
async function open(folder: string): Promise<Opened> {
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
    const lock = lockFolder(folder);
    if (!lock) {
      const db = openBeside<ControllerSchema>(databaseIn(folder), CONTROLLER_MIGRATIONS.length);
      return { db, close: () => db.destroy() };
    }
    try {
      const { before } = new HighWater(marksIn(folder));
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
    throw new CommandLineError(`the keys in ${folder} cannot be reached: ${reason}`, { cause: error });
  }
}
