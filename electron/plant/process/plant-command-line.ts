import { statSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { newPlantKeySchema, type NewPlantKey } from '#contract/plant/plant-key.ts';
import { calledAs } from '#process/called-as.ts';

/** Where the tables are: on a server, tried in this order, or in a folder of this program. */
export type DatabasePlace = { addresses: string[] } | { folder: string };

/** The parsed flags of the service. */
export interface PlantFlags {
  database: DatabasePlace;
  host: string;
  /** 0 = any free port. */
  port: number;
  /** Other names of this computer, in lower case. */
  publicNames: string[];
  tls: { cert: string; key: string } | undefined;
  /** The folder with packages of Strobe for the computers of the lines; undefined for none. */
  updates: string | undefined;
  /** Whether this instance may change tables. */
  migrates: boolean;
  logLevel: string;
}

export type PlantCommand =
  | { action: 'serve'; flags: PlantFlags }
  | { action: 'migrate'; database: DatabasePlace }
  | { action: 'add-key'; database: DatabasePlace; key: NewPlantKey }
  | { action: 'help' };

/** A flag is wrong; the message is one line for the person at the terminal. */
export class PlantCommandLineError extends Error {}

const DEFAULT_PORT = 7321;
const MAX_PORT = 65_535;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const OPTIONS = {
  database: { type: 'string', multiple: true, default: [] },
  data: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: String(DEFAULT_PORT) },
  'public-name': { type: 'string', multiple: true, default: [] },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'insecure-without-tls': { type: 'boolean', default: false },
  updates: { type: 'string' },
  'no-migrate': { type: 'boolean', default: false },
  'log-level': { type: 'string', default: 'warn' },
  scopes: { type: 'string' },
  controller: { type: 'string' },
  expires: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const satisfies ParseArgsOptionsConfig;
type Flags = ReturnType<typeof parse>['values'];

const CALL = calledAs('plant');

export const PLANT_HELP = `The plant of Strobe: one archive and one screen for the prints of many controllers, on PostgreSQL.

${CALL} --database URL [options]      run the service
${CALL} [--data DIR] [options]        try it with an embedded database in DIR (plant-data)
${CALL} migrate --database URL        bring the tables to the version of this program, with a role that owns them
${CALL} keys add NAME --scopes report,read,library,approve,admin [--controller ID] [--expires 2027-01-31] --database URL | --data DIR

  --database URL            postgres://user:password@host/name; several are tried in this order (repeatable)
  --data DIR                the folder of the embedded database, which is for trying
  --host H                  the address that it listens on (127.0.0.1)
  --port N                  where it listens (${DEFAULT_PORT}; 0 = any free port)
  --public-name NAME        another name of this computer, or of a load balancer in front (repeatable)
  --tls-cert FILE           the certificate with which it encrypts, and
  --tls-key FILE            its key
  --insecure-without-tls    other machines may reach it although it does not encrypt
  --updates DIR             the folder with signed packages of Strobe, which the lines may install
  --no-migrate              do not change tables: the role may only read and write rows
  --log-level LEVEL         ${LOG_LEVELS.join(', ')} (warn)
  --help                    print this text
`;

/** Parses the arguments of the program. `environment` may hold `STROBE_PLANT_DATABASE`, so that no password is in a command line. Throws a `PlantCommandLineError`. */
export function parsePlantCommand(args: string[], environment: NodeJS.ProcessEnv): PlantCommand {
  const { values, positionals } = parse(args);
  if (values.help) return { action: 'help' };
  const database = databaseOf(values, environment['STROBE_PLANT_DATABASE']);
  const [command, ...words] = positionals;
  if (command === undefined) return { action: 'serve', flags: flagsOf(values, database) };
  if (command === 'migrate' && words.length === 0) return { action: 'migrate', database };
  if (command === 'keys' && words[0] === 'add' && words.length === 2)
    return { action: 'add-key', database, key: keyOf(words[1] ?? '', values) };
  throw new PlantCommandLineError('usage: plant [migrate | keys add NAME] ...; see --help');
}

function databaseOf({ database, data }: Flags, inEnvironment: string | undefined): DatabasePlace {
  const addresses =
    database.length > 0 || inEnvironment === undefined ? database : inEnvironment.split(/\s+/).filter((address) => address !== '');
  if (addresses.length > 0 && data !== undefined) throw new PlantCommandLineError('--database URL and --data DIR cannot be given together');
  const wrong = addresses.find((address) => !/^postgres(?:ql)?:\/\//.test(address));
  if (wrong !== undefined) throw new PlantCommandLineError('--database must begin with postgres://');
  return addresses.length > 0 ? { addresses } : { folder: data ?? 'plant-data' };
}

function flagsOf(values: Flags, database: DatabasePlace): PlantFlags {
  const { host, updates, 'tls-cert': cert, 'tls-key': key, 'log-level': logLevel } = values;
  if ((cert === undefined) !== (key === undefined))
    throw new PlantCommandLineError('--tls-cert FILE and --tls-key FILE must be given together');
  if (updates !== undefined && !statSync(updates, { throwIfNoEntry: false })?.isDirectory())
    throw new PlantCommandLineError(`--updates: there is no folder ${updates}`);
  const tls = cert === undefined || key === undefined ? undefined : { cert, key };
  if (!isLoopback(host) && !tls && !values['insecure-without-tls']) {
    throw new PlantCommandLineError(
      `other computers can reach ${host}, and without encryption their keys can be read on the network: add --tls-cert FILE and --tls-key FILE, or ` +
        '--insecure-without-tls if something else encrypts the connection',
    );
  }
  if (!LOG_LEVELS.includes(logLevel)) throw new PlantCommandLineError(`--log-level must be one of ${LOG_LEVELS.join(', ')}`);
  const publicNames = values['public-name'].map((name) => name.toLowerCase());
  return { database, host, port: portOf(values.port), publicNames, tls, updates, migrates: !values['no-migrate'], logLevel };
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= MAX_PORT) return Number(text);
  throw new PlantCommandLineError(`--port must be a whole number from 0 to ${MAX_PORT}, not ${JSON.stringify(text)}`);
}

function keyOf(name: string, { scopes = '', controller, expires }: Flags): NewPlantKey {
  const listed = scopes.split(',').map((scope) => scope.trim());
  const read = newPlantKeySchema.safeParse({ name, scopes: listed.filter((scope) => scope !== ''), controller, expires });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new PlantCommandLineError(`--${String(issue?.path[0] ?? 'name')} ${issue?.message ?? 'is not valid'}`);
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new PlantCommandLineError(`${message.split(/\.\s|\n/, 1)[0]}; see --help`, { cause: error });
  }
}

/** Only names and addresses that certainly stay on this computer. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
