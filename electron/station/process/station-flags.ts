import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { networkPageSchema, type NetworkPage } from '#contract/station/network.ts';
import { normalUrl } from '../connections/connections.ts';

/** The parsed command line of the headless station. */
export interface StationFlags {
  /** Data folder of the station and its embedded controller. */
  data: string;
  /** Port of the page on this computer; 0 = any free port. */
  port: number;
  /** Where other computers open the page in this run; undefined = as set on the page. */
  network: NetworkPage | undefined;
  /** Addresses of controllers for this run, in addition to those that people added. */
  controllers: string[];
  hasEmbedded: boolean;
  /** Whether the system runs the controller of the data folder: this station only connects to it. */
  isControllerService: boolean;
  /** A second file that opens the page, which the group of its folder may read: for the browser of a kiosk. */
  kioskFile: string | undefined;
  /** Port of the embedded controller; 0 = any free port. */
  controllerPort: number;
  /** Whether the logs of the station and of its embedded controller are also written to their data folders. */
  hasLogFile: boolean;
  /** Print the start address of the station that runs on the folder, and exit. */
  printsUrl: boolean;
}

/** All flags except `--help`. */
export const STATION_OPTIONS = {
  data: { type: 'string', default: 'data' },
  port: { type: 'string', default: '7310' },
  host: { type: 'string' },
  'network-port': { type: 'string' },
  'public-name': { type: 'string', multiple: true, default: [] },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  controller: { type: 'string', multiple: true, default: [] },
  'no-embedded': { type: 'boolean', default: false },
  'controller-service': { type: 'boolean', default: false },
  'kiosk-file': { type: 'string' },
  'controller-port': { type: 'string', default: '0' },
  'log-file': { type: 'boolean', default: false },
  'print-url': { type: 'boolean', default: false },
} as const satisfies ParseArgsOptionsConfig;

/** Parses the flags. Throws an error with a one-line message for the first invalid one. */
export function readFlags(args: string[]): StationFlags {
  const values = parseFlags(args);
  if (values.data === '') throw new Error('--data needs a folder');
  return {
    data: values.data,
    port: portOf('--port', values.port),
    network: networkOf(values),
    controllers: values.controller.map(addressOf),
    hasEmbedded: !values['no-embedded'],
    isControllerService: values['controller-service'],
    kioskFile: values['kiosk-file'],
    controllerPort: portOf('--controller-port', values['controller-port']),
    hasLogFile: values['log-file'],
    printsUrl: values['print-url'],
  };
}

function parseFlags(args: string[]) {
  try {
    return parseArgs({ args, options: STATION_OPTIONS }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`${message.split(/\.\s|\n/, 1)[0]}; see --help`, { cause: error });
  }
}

/** The flags of the network page need `--host`, without which only this computer opens the page. */
function networkOf(values: ReturnType<typeof parseFlags>): NetworkPage | undefined {
  const { host, 'network-port': port, 'public-name': names, 'tls-cert': cert, 'tls-key': key } = values;
  if (host === undefined) {
    if ([port, cert, key, names[0]].every((value) => value === undefined)) return undefined;
    throw new Error('--network-port, --public-name, --tls-cert and --tls-key need --host');
  }
  if ((cert === undefined) !== (key === undefined)) throw new Error('--tls-cert and --tls-key need each other');
  const parsed = networkPageSchema.safeParse({
    ...{ host, names },
    ...(port !== undefined && { port: portOf('--network-port', port) }),
    ...(cert !== undefined && { certificate: { cert, key } }),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${FLAGS_OF_FIELDS[String(issue?.path[0])] ?? '--host'} ${issue?.message ?? 'is invalid'}`);
}

const FLAGS_OF_FIELDS: Readonly<Record<string, string>> = {
  host: '--host',
  port: '--network-port',
  names: '--public-name',
  certificate: '--tls-cert',
};

function portOf(flag: string, text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new Error(`${flag} needs a port from 0 to 65535, not "${text}"`);
}

function addressOf(text: string): string {
  if (/^https?:\/\/[^\s/?#@]+\/?$/i.test(text) && URL.canParse(text)) return normalUrl(text);
  throw new Error(`--controller needs an address such as http://192.168.0.20:7311, not "${text}"`);
}
