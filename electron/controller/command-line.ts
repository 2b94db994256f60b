import { isIPv4 } from 'node:net';
import { parseArgs } from 'node:util';

/** What the controller process was told to do. */
export interface CommandLine {
  dataFolder: string;
  /** 0 = any free port. */
  port: number;
  host: string;
  virtualPrinters: number | undefined;
  isEmpty: boolean;
  isSafeMode: boolean;
  samplesFolder: string | undefined;
  logLevel: string;
  /** The log is kept in the data folder as well. */
  hasLogFile: boolean;
}

/** A flag that cannot be followed; the message is one line for the person at the terminal. */
export class CommandLineError extends Error {}

const DEFAULT_PORT = 7311;
const MOST_VIRTUAL_PRINTERS = 64;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the flags. Throws a `CommandLineError` for the first one that is unknown, missing or out of range. */
export function parseCommandLine(args: string[], environment: NodeJS.ProcessEnv): CommandLine {
  const values = parseFlags(args);
  const logLevel = values['log-level'] ?? environment['STROBE_LOG_LEVEL'] ?? 'warn';
  if (!LOG_LEVELS.includes(logLevel)) throw new CommandLineError(`--log-level must be one of ${LOG_LEVELS.join(', ')}`);
  if (!values.data) throw new CommandLineError('--data DIR is required: the folder that holds what the controller stores');
  const { host = '127.0.0.1', port } = values;
  if (!isLoopback(host)) throw new CommandLineError('Strobe listens on loopback only until API keys are set up');
  const printers = values['virtual-printers'];
  return {
    dataFolder: values.data,
    port: port === undefined ? DEFAULT_PORT : wholeNumber('--port', port, 65_535),
    host,
    virtualPrinters: printers === undefined ? undefined : wholeNumber('--virtual-printers', printers, MOST_VIRTUAL_PRINTERS),
    isEmpty: values.empty,
    isSafeMode: values['safe-mode'],
    samplesFolder: values.samples ?? environment['STROBE_SAMPLES'],
    logLevel,
    hasLogFile: values['log-file'],
  };
}

function parseFlags(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        data: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string' },
        'virtual-printers': { type: 'string' },
        empty: { type: 'boolean', default: false },
        'safe-mode': { type: 'boolean', default: false },
        samples: { type: 'string' },
        'log-level': { type: 'string' },
        'log-file': { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandLineError(message.split(/\.\s|\n/, 1)[0], { cause: error });
  }
}

function wholeNumber(flag: string, text: string, max: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text);
  throw new CommandLineError(`${flag} must be a whole number from 0 to ${max}, not ${JSON.stringify(text)}`);
}

/** Only what certainly never leaves this machine; a name other than localhost could be anything. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
