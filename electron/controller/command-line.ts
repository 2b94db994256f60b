import { isIPv4 } from 'node:net';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/** What the controller process was told to do. */
export interface CommandLine {
  dataFolder: string;
  /** Only where data are already. */
  isDataRequired: boolean;
  /** 0 = any free port. */
  port: number;
  host: string;
  /** Whether only this machine itself can reach the host. */
  isLoopback: boolean;
  /** Names by which others reach it, beside its own, in lower case. */
  publicNames: string[];
  tls: { cert: string; key: string } | undefined;
  /** It may be reached by others although it has no keys. */
  isInsecureWithoutKeys: boolean;
  virtualPrinters: number | undefined;
  isEmpty: boolean;
  isSafeMode: boolean;
  samplesFolder: string | undefined;
  logLevel: string;
  /** What one client may ask for; the service's own measure when left out. */
  requestsPerSecond: number | undefined;
  /** Where the text protocol listens; nowhere when left out. */
  text: { host: string; port: number } | undefined;
  /** The log is kept in the data folder as well. */
  hasLogFile: boolean;
}

/** A flag that cannot be followed; the message is one line for the person at the terminal. */
export class CommandLineError extends Error {}

const DEFAULT_PORT = 7311;
const MOST_PORT = 65_535;
const MOST_VIRTUAL_PRINTERS = 64;
const MOST_REQUESTS = 1_000_000;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The flags as they are written, beside `--help`. */
export const CONTROLLER_OPTIONS = {
  data: { type: 'string' },
  'require-data': { type: 'boolean', default: false },
  port: { type: 'string' },
  host: { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'public-name': { type: 'string', multiple: true, default: [] },
  'insecure-without-tls': { type: 'boolean', default: false },
  'insecure-without-keys': { type: 'boolean', default: false },
  'virtual-printers': { type: 'string' },
  empty: { type: 'boolean', default: false },
  'safe-mode': { type: 'boolean', default: false },
  samples: { type: 'string' },
  'log-level': { type: 'string' },
  'requests-per-second': { type: 'string' },
  'text-port': { type: 'string' },
  'text-host': { type: 'string' },
  'log-file': { type: 'boolean', default: false },
} as const satisfies ParseArgsOptionsConfig;

/** Reads the flags. Throws a `CommandLineError` for the first one that is unknown, missing or out of range. */
export function parseCommandLine(args: string[], environment: NodeJS.ProcessEnv): CommandLine {
  const values = parseFlags(args);
  const logLevel = values['log-level'] ?? environment['STROBE_LOG_LEVEL'] ?? 'warn';
  if (!LOG_LEVELS.includes(logLevel)) throw new CommandLineError(`--log-level must be one of ${LOG_LEVELS.join(', ')}`);
  if (!values.data) throw new CommandLineError('--data DIR is required: the folder that holds what the controller stores');
  const { port } = values;
  const printers = values['virtual-printers'];
  const requests = values['requests-per-second'];
  return {
    dataFolder: values.data,
    isDataRequired: values['require-data'],
    port: port === undefined ? DEFAULT_PORT : wholeNumber('--port', port, { most: MOST_PORT }),
    ...readListening(values),
    virtualPrinters: printers === undefined ? undefined : wholeNumber('--virtual-printers', printers, { most: MOST_VIRTUAL_PRINTERS }),
    isEmpty: values.empty,
    isSafeMode: values['safe-mode'],
    samplesFolder: values.samples ?? environment['STROBE_SAMPLES'],
    logLevel,
    requestsPerSecond:
      requests === undefined ? undefined : wholeNumber('--requests-per-second', requests, { least: 1, most: MOST_REQUESTS }),
    text: textAddress(values['text-port'], values['text-host']),
    hasLogFile: values['log-file'],
  };
}

type Flags = ReturnType<typeof parseFlags>;

/** Where it listens, for whom. What others can reach is encrypted, unless somebody says that it is not. */
function readListening(values: Flags): Pick<CommandLine, 'host' | 'isLoopback' | 'publicNames' | 'tls' | 'isInsecureWithoutKeys'> {
  const { host = '127.0.0.1', 'tls-cert': cert, 'tls-key': key } = values;
  if (host === '') throw new CommandLineError('--host must be an address or a name of this machine');
  if ((cert === undefined) !== (key === undefined)) throw new CommandLineError('--tls-cert FILE and --tls-key FILE go together');
  const tls = cert === undefined || key === undefined ? undefined : { cert, key };
  if (!isLoopback(host) && !tls && !values['insecure-without-tls']) {
    throw new CommandLineError(
      `other machines can reach ${host}, and what they send, keys too, could be read on its way: give --tls-cert FILE and --tls-key FILE, ` +
        'or --insecure-without-tls where something else encrypts',
    );
  }
  const publicNames = values['public-name'].map(publicName);
  return { host, isLoopback: isLoopback(host), publicNames, tls, isInsecureWithoutKeys: values['insecure-without-keys'] };
}

/** A name as it stands in the Host header of a request. */
function publicName(text: string): string {
  if (/^(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d{1,5})?$/i.test(text)) return text.toLowerCase();
  throw new CommandLineError(`--public-name must be a name such as printer-7.plant.example, not ${JSON.stringify(text)}`);
}

function textAddress(port: string | undefined, host = '127.0.0.1'): CommandLine['text'] {
  if (!isLoopback(host)) throw new CommandLineError('The text protocol listens on loopback only: it knows no API keys');
  return port === undefined ? undefined : { host, port: wholeNumber('--text-port', port, { most: MOST_PORT }) };
}

function parseFlags(args: string[]) {
  try {
    return parseArgs({ args, options: CONTROLLER_OPTIONS }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandLineError(`${message.split(/\.\s|\n/, 1)[0]}; see --help`, { cause: error });
  }
}

function wholeNumber(flag: string, text: string, { least = 0, most }: { least?: number; most: number }): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new CommandLineError(`${flag} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`);
}

/** Only what certainly never leaves this machine; a name other than localhost could be anything. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
