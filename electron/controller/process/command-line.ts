import { isIPv4 } from 'node:net';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { AddressList, AddressRangeError } from '../platform/address-list.ts';

/** The parsed flags of the controller process. */
export interface ControllerFlags {
  dataFolder: string;
  /** Whether the start fails when the folder contains no data. */
  isDataRequired: boolean;
  /** 0 = any free port. */
  port: number;
  host: string;
  /** Whether only this computer can reach the host. */
  isLoopback: boolean;
  /** Other names of this computer, in lower case. */
  publicNames: string[];
  tls: { cert: string; key: string } | undefined;
  /** Whether other computers may reach it without keys. */
  isInsecureWithoutKeys: boolean;
  virtualPrinters: number | undefined;
  isEmpty: boolean;
  isSafeMode: boolean;
  samplesFolder: string | undefined;
  logLevel: string;
  /** The request budget of one client; undefined for the default. */
  requestsPerSecond: number | undefined;
  /** Where the text protocol listens; undefined for nowhere. Other computers need TLS and a key. */
  text: { host: string; port: number; isLoopback: boolean } | undefined;
  /** Where the text protocol listens without TLS and keys, and for which addresses; undefined for nowhere. */
  textUnauthenticated: { host: string; port: number; allowed: AddressList } | undefined;
  /** Whether the log is also written to the data folder. */
  hasLogFile: boolean;
  /** Whether it only looks for the controller that holds the folder, and never becomes one. */
  isAttaching: boolean;
  /** SHA-256 of the key of the station that starts this controller, in hexadecimal; undefined without one. */
  stationKeyHash: string | undefined;
  /** The file that says how other computers reach the controller; undefined for what the other flags say. */
  networkSettings: string | undefined;
}

/** A flag is wrong; the message is one line for the person at the terminal. */
export class CommandLineError extends Error {}

const DEFAULT_PORT = 7311;
const MAX_PORT = 65_535;
const MAX_VIRTUAL_PRINTERS = 64;
const MAX_REQUESTS = 1_000_000;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The definitions of all flags, without `--help`. */
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
  'text-unauthenticated-port': { type: 'string' },
  'text-unauthenticated-host': { type: 'string' },
  'text-unauthenticated-allow': { type: 'string', multiple: true, default: [] },
  'log-file': { type: 'boolean', default: false },
  'station-key-hash': { type: 'string' },
  attach: { type: 'boolean', default: false },
  'network-settings': { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

/** Parses the flags. Throws a `CommandLineError` for the first one that is unknown, missing or out of range. */
export function parseCommandLine(args: string[], environment: NodeJS.ProcessEnv): ControllerFlags {
  const values = parseFlags(args);
  const logLevel = values['log-level'] ?? environment['STROBE_LOG_LEVEL'] ?? 'warn';
  if (!LOG_LEVELS.includes(logLevel)) throw new CommandLineError(`--log-level must be one of ${LOG_LEVELS.join(', ')}`);
  if (!values.data) throw new CommandLineError('--data DIR is required: the data folder of the controller');
  const { port } = values;
  const printers = values['virtual-printers'];
  const requests = values['requests-per-second'];
  return {
    dataFolder: values.data,
    isDataRequired: values['require-data'],
    port: port === undefined ? DEFAULT_PORT : wholeNumber('--port', port, { max: MAX_PORT }),
    ...readListening(values),
    virtualPrinters: printers === undefined ? undefined : wholeNumber('--virtual-printers', printers, { max: MAX_VIRTUAL_PRINTERS }),
    isEmpty: values.empty,
    isSafeMode: values['safe-mode'],
    samplesFolder: values.samples ?? environment['STROBE_SAMPLES'],
    logLevel,
    requestsPerSecond: requests === undefined ? undefined : wholeNumber('--requests-per-second', requests, { min: 1, max: MAX_REQUESTS }),
    text: textAddress(values),
    textUnauthenticated: unauthenticatedText(values),
    hasLogFile: values['log-file'],
    isAttaching: values.attach,
    stationKeyHash: keyHash(values['station-key-hash']),
    networkSettings: networkSettings(values),
  };
}

type Flags = ReturnType<typeof parseFlags>;

/** Parses where to listen. Addresses that other computers can reach require TLS, unless --insecure-without-tls is given. */
function readListening(values: Flags): Pick<ControllerFlags, 'host' | 'isLoopback' | 'publicNames' | 'tls' | 'isInsecureWithoutKeys'> {
  const { host = '127.0.0.1', 'tls-cert': cert, 'tls-key': key } = values;
  if (host === '') throw new CommandLineError('--host must be an address or a name of this machine');
  if ((cert === undefined) !== (key === undefined)) throw new CommandLineError('--tls-cert FILE and --tls-key FILE must be given together');
  const tls = cert === undefined || key === undefined ? undefined : { cert, key };
  if (!isLoopback(host) && !tls && !values['insecure-without-tls']) {
    throw new CommandLineError(
      `other computers can reach ${host}, and without encryption their requests and keys can be read on the network: add --tls-cert FILE and --tls-key FILE, ` +
        'or --insecure-without-tls if something else encrypts the connection',
    );
  }
  const publicNames = values['public-name'].map(publicName);
  return { host, isLoopback: isLoopback(host), publicNames, tls, isInsecureWithoutKeys: values['insecure-without-keys'] };
}

/** A name in the form of the Host header. */
function publicName(text: string): string {
  if (/^(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d{1,5})?$/i.test(text)) return text.toLowerCase();
  throw new CommandLineError(`--public-name must be a name such as printer-7.plant.example, not ${JSON.stringify(text)}`);
}

/** Other computers reach the text protocol over TLS only, because they send their keys. */
function textAddress({ 'text-port': port, 'text-host': host = '127.0.0.1', ...values }: Flags): ControllerFlags['text'] {
  if (port === undefined) return undefined;
  if (host === '') throw new CommandLineError('--text-host must be an address or a name of this machine');
  if (!isLoopback(host) && values['tls-cert'] === undefined) {
    throw new CommandLineError(
      `other computers can reach the text protocol on ${host}, and without encryption their keys can be read on the network: add ` +
        '--tls-cert FILE and --tls-key FILE, or use --text-unauthenticated-port for devices that do not encrypt',
    );
  }
  return { host, port: wholeNumber('--text-port', port, { max: MAX_PORT }), isLoopback: isLoopback(host) };
}

function unauthenticatedText(values: Flags): ControllerFlags['textUnauthenticated'] {
  const { 'text-unauthenticated-port': port, 'text-unauthenticated-host': host, 'text-unauthenticated-allow': ranges } = values;
  if (port === undefined && host === undefined && ranges.length === 0) return undefined;
  if (port === undefined || !host || ranges.length === 0) {
    throw new CommandLineError(
      '--text-unauthenticated-port N, --text-unauthenticated-host H and at least one --text-unauthenticated-allow ADDRESS must be given together',
    );
  }
  return { host, port: wholeNumber('--text-unauthenticated-port', port, { max: MAX_PORT }), allowed: addressesOf(ranges) };
}

function keyHash(text: string | undefined): string | undefined {
  if (text === undefined || /^[\da-f]{64}$/.test(text)) return text;
  throw new CommandLineError('--station-key-hash must be the SHA-256 of a key: 64 hexadecimal digits in lower case');
}

/** The file and the flags cannot both say where other computers reach the controller. */
function networkSettings({ 'network-settings': file, host, 'tls-cert': cert }: Flags): string | undefined {
  if (file === undefined) return undefined;
  if (file === '') throw new CommandLineError('--network-settings needs a file');
  if ((host !== undefined && !isLoopback(host)) || cert !== undefined) {
    throw new CommandLineError('--network-settings FILE says where other computers reach the controller: leave out --host and --tls-cert');
  }
  return file;
}

function addressesOf(ranges: readonly string[]): AddressList {
  try {
    return new AddressList(ranges);
  } catch (error) {
    if (!(error instanceof AddressRangeError)) throw error;
    throw new CommandLineError(`--text-unauthenticated-allow: ${error.message}`, { cause: error });
  }
}

function parseFlags(args: string[]) {
  try {
    return parseArgs({ args, options: CONTROLLER_OPTIONS }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandLineError(`${message.split(/\.\s|\n/, 1)[0]}; see --help`, { cause: error });
  }
}

function wholeNumber(flag: string, text: string, { min = 0, max }: { min?: number; max: number }): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  throw new CommandLineError(`${flag} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`);
}

/** Only names and addresses that certainly stay on this computer; any name other than localhost could resolve to another one. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
