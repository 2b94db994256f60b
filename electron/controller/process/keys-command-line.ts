import { parseArgs } from 'node:util';
import { nameSchema, newNameSchema } from '#contract/api-v3/name.ts';
import { SCOPES, type Scope } from '#contract/api-v3/scope.ts';
import { CommandLineError } from './command-line.ts';

/** What to do with the keys of a data folder. */
export type KeysCommand = { dataFolder: string } & (
  | { action: 'add'; name: string; scopes: Scope[]; printers: string[] | undefined; expires: number | undefined }
  | { action: 'revoke'; name: string }
  | { action: 'list' }
);

export const KEYS_HELP =
  'keys add NAME --scopes read,edit,print,admin [--printers "Line 1,Line 2"] [--expires 2027-01-31] --data DIR' +
  ' | keys list --data DIR | keys revoke NAME --data DIR';

/** What the audit log calls clients of the text protocol that need no key. */
const RESERVED = /^unauthenticated /i;
const DAY = 24 * 60 * 60 * 1_000;

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
  if (action === 'add' && name !== undefined)
    return { action, name: keyName(name, newNameSchema), ...grantOf(grant, now), dataFolder: data };
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

/** A limit to printers cannot be combined with admin, which may set the clock of all printers. */
function grantOf(given: { scopes?: string; printers?: string; expires?: string }, now: number) {
  const scopes = scopesOf(given.scopes ?? '');
  const printers = given.printers === undefined ? undefined : listOf(given.printers).map((printer) => keyName(printer));
  if (printers && scopes.includes('admin')) throw new CommandLineError('--printers cannot be combined with the scope admin');
  return { scopes, printers, expires: given.expires === undefined ? undefined : endOf(given.expires, now) };
}

function scopesOf(text: string): Scope[] {
  const given = listOf(text);
  const unknown = given.find((scope) => !SCOPES.some((known) => known === scope));
  if (unknown !== undefined || given.length === 0) throw new CommandLineError(`--scopes must name some of ${SCOPES.join(', ')}`);
  return SCOPES.filter((scope) => given.includes(scope));
}

function listOf(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

function keyName(text: string, schema = nameSchema): string {
  const { data, error } = schema.safeParse(text);
  if (data === undefined) throw new CommandLineError(`${JSON.stringify(text)}: ${error?.issues[0]?.message}`);
  if (schema === newNameSchema && RESERVED.test(data))
    throw new CommandLineError(`${JSON.stringify(text)}: the audit log uses this name for clients without a key`);
  return data;
}

/** The end of a day in UTC. The key is valid on that day, which must not be over. */
function endOf(text: string, now: number): number {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== text) {
    throw new CommandLineError(`--expires must be a day such as 2027-01-31, not ${JSON.stringify(text)}`);
  }
  if (midnight + DAY <= now) throw new CommandLineError(`--expires ${text} is in the past: the key would never be valid`);
  return midnight + DAY;
}
