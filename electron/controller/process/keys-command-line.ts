import { parseArgs } from 'node:util';
import { newApiKeySchema } from '#contract/api-v3/api-key.ts';
import { SCOPES, type Scope } from '#contract/api-v3/scope.ts';
import { ProblemError } from '#contract/problem.ts';
import { endOfLastDay } from '#http/keys/key-days.ts';
import { CommandLineError } from './command-line.ts';

/** What to do with the keys of a data folder. */
export type KeysCommand = { dataFolder: string } & (
  | { action: 'add'; name: string; scopes: Scope[]; printers: string[] | undefined; expires: number | undefined }
  | { action: 'revoke'; name: string }
  | { action: 'list' }
);

export const KEYS_HELP =
  'keys add NAME --scopes read,edit,print,approve,admin [--printers "Line 1,Line 2"] [--expires 2027-01-31] --data DIR' +
  ' | keys list --data DIR | keys revoke NAME --data DIR';

/** Parses the arguments after `keys`. `now` is the current time. Throws a `CommandLineError` for the first error. */
export function parseKeysCommand(args: string[], now: number): KeysCommand {
  const { values, positionals } = parseWords(args);
  const [action, name, ...rest] = positionals;
  if (rest.length > 0) throw new CommandLineError(`put a name with spaces in quotes: ${JSON.stringify([name, ...rest].join(' '))}`);
  const { data, ...grant } = values;
  if (!data) throw new CommandLineError('--data DIR is required: the data folder of the controller');
  if (action !== 'add' && Object.keys(grant).length > 0) throw new CommandLineError(`only "keys add" takes --${Object.keys(grant)[0]}`);
  if (action === 'list' && name === undefined) return { action, dataFolder: data };
  if (action === 'revoke' && name !== undefined) return { action, name: name.normalize('NFC'), dataFolder: data };
  if (action === 'add' && name !== undefined) return { action, ...newKeyOf({ name, ...grant }, now), dataFolder: data };
  throw new CommandLineError(`usage: ${KEYS_HELP}`);
}

function parseWords(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { data: { type: 'string' }, scopes: { type: 'string' }, printers: { type: 'string' }, expires: { type: 'string' } },
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandLineError(message.split(/\.\s|\n/, 1)[0], { cause: error });
  }
}

interface GivenKey {
  name: string;
  scopes?: string;
  printers?: string;
  expires?: string;
}

/** Checks a key like the request that creates one. */
function newKeyOf({ name, scopes, printers, expires }: GivenKey, now: number) {
  const given = { name, scopes: listOf(scopes ?? ''), printers: printers === undefined ? undefined : listOf(printers), expires };
  const { data: key, error } = newApiKeySchema.safeParse(given);
  if (!key) throw faultOf(error?.issues[0], { name, printers: given.printers, expires });
  return {
    name: key.name,
    scopes: key.scopes,
    printers: key.printers,
    expires: key.expires === undefined ? undefined : endOf(key.expires, now),
  };
}

interface KeyIssue {
  path: readonly PropertyKey[];
  message: string;
}

/** Says in the words of the command line what is wrong. */
function faultOf(
  issue: KeyIssue | undefined,
  { name, printers, expires }: { name: string; printers: string[] | undefined; expires: string | undefined },
) {
  const { path: [field = 'name', index] = [], message = '' } = issue ?? {};
  if (field === 'scopes') return new CommandLineError(`--scopes must name some of ${SCOPES.join(', ')}`);
  if (field === 'expires') return new CommandLineError(`--expires ${message}, not ${JSON.stringify(expires)}`);
  if (field === 'name') return new CommandLineError(`${JSON.stringify(name)}: ${message}`);
  const printer = typeof index === 'number' ? printers?.[index] : undefined;
  return new CommandLineError(printer === undefined ? `--printers ${message}` : `${JSON.stringify(printer)}: ${message}`);
}

function listOf(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

function endOf(day: string, now: number): number {
  try {
    return endOfLastDay(day, now);
  } catch (error) {
    throw error instanceof ProblemError ? new CommandLineError(`--expires ${error.message}`, { cause: error }) : error;
  }
}
