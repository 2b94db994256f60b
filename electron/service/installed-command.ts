import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/** Where the installed package keeps its data. */
export const STATION_FOLDER = '/var/lib/strobe';
export const CONTROLLER_FOLDER = '/var/lib/strobe/controller';
/** Where the station of the package keeps the file that opens its page for the browser of a kiosk. */
export const KIOSK_START_FILE = '/run/strobe/open-strobe.html';

/** The programs that the command starts. */
export type ProgramName = 'controller' | 'station' | 'plant';

/** What is done with the data or the package, and ends. */
export type ToolName = 'doctor' | 'support' | 'setup' | 'update';

/** What the command line asks for. */
export type InstalledCommand =
  | { kind: 'help' | 'version' }
  | { kind: 'unknown'; word: string }
  /** `isOnData` tells that it works on the data folder once and ends. */
  | { kind: 'program'; program: ProgramName; args: string[]; isOnData: boolean }
  /** `isOnData` as above. */
  | { kind: 'tool'; tool: ToolName; args: string[]; isOnData: boolean }
  | { kind: 'kiosk'; startFile: string; browser: string | undefined; profile: string | undefined; flags: string[] }
  | { kind: 'service-ended'; file: string };

/** Words of the controller's program that are commands of `strobe` as well. */
const ON_CONTROLLER_DATA: readonly string[] = ['keys', 'backup', 'restore'];

/** A wrong command line; the message is one line for the person at the terminal. */
export class InstalledCommandError extends Error {}

/** Reads the words after `strobe`. A data folder that is not named is that of the package. Throws an `InstalledCommandError`. */
export function readCommand([word = 'help', ...rest]: readonly string[]): InstalledCommand {
  const read = COMMANDS.get(word);
  return read ? read(rest) : { kind: 'unknown', word };
}

type ReadArguments = (args: string[]) => InstalledCommand;

const onControllerData = (word: string): [string, ReadArguments] => [word, (args) => controllerCommand([word, ...args])];
const onStationData = (tool: ToolName): [string, ReadArguments] => [
  tool,
  (args) => ({ kind: 'tool', tool, args: withData(args, STATION_FOLDER), isOnData: true }),
];

const COMMANDS: ReadonlyMap<string, ReadArguments> = new Map<string, ReadArguments>([
  ...['help', '--help'].map((word): [string, ReadArguments] => [word, () => ({ kind: 'help' })]),
  ...['version', '--version'].map((word): [string, ReadArguments] => [word, () => ({ kind: 'version' })]),
  ['controller', controllerCommand],
  ['station', stationCommand],
  ['plant', (args) => ({ kind: 'program', program: 'plant', args, isOnData: false })],
  ...ON_CONTROLLER_DATA.map(onControllerData),
  ['audit', (args) => ({ kind: 'program', program: 'controller', args: ['audit', ...args], isOnData: false })],
  ...(['doctor', 'support', 'setup'] as const).map(onStationData),
  // Installs packages: it is root that does it.
  ['update', (args) => ({ kind: 'tool', tool: 'update', args, isOnData: false })],
  ['kiosk', kioskCommand],
  ['service-ended', ([file = '']) => ({ kind: 'service-ended', file })],
]);

function controllerCommand(args: string[]): InstalledCommand {
  const isOnData = ON_CONTROLLER_DATA.includes(args[0] ?? '');
  return { kind: 'program', program: 'controller', args: withData(args, CONTROLLER_FOLDER), isOnData };
}

function stationCommand(args: string[]): InstalledCommand {
  const isOnData = args[0]?.startsWith('-') === false || args.includes('--print-url');
  return { kind: 'program', program: 'station', args: withData(args, STATION_FOLDER), isOnData };
}

function withData(args: string[], folder: string): string[] {
  const isNamed = args.some((arg) => arg === '--data' || arg.startsWith('--data='));
  return isNamed || args.includes('--help') ? args : [...args, '--data', folder];
}

function kioskCommand(args: string[]): InstalledCommand {
  try {
    const options = {
      'start-file': { type: 'string', default: KIOSK_START_FILE },
      browser: { type: 'string' },
      profile: { type: 'string' },
      'browser-flag': { type: 'string', multiple: true, default: [] },
    } as const satisfies ParseArgsOptionsConfig;
    const { values } = parseArgs({ args, options });
    return {
      kind: 'kiosk',
      startFile: values['start-file'],
      browser: values.browser,
      profile: values.profile,
      flags: values['browser-flag'],
    };
  } catch (error) {
    throw new InstalledCommandError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The text of `strobe help`. */
export const INSTALLED_HELP = `Strobe: a print station for industrial coding and marking.

strobe controller [options]      run the controller: the service /api/v3 and the printers
strobe station [options]         run the station, whose page is opened in a browser
strobe plant [options]           run the plant: one archive for many lines
strobe kiosk [options]           show the station's page on this screen
strobe keys ...                  add, list and revoke API keys
strobe backup [--to FILE]        make a backup, also while the controller runs
strobe restore FILE              put a backup in the place of the data, while the controller does not run
strobe audit verify ...          check an audit log
strobe doctor                    check the data, the computer, the printers and the network, and say what to do
strobe support --to FILE         write a file for those who help, without secrets
strobe setup export|import ...   carry the set-up of this computer to another one
strobe update ...                check and install signed packages, and go back to the version before
strobe version                   print the version

  kiosk:  --start-file FILE      the start file of the station (${KIOSK_START_FILE})
          --browser FILE         the browser (Chromium, Chrome or Edge where they are installed)
          --profile DIR          the folder of its profile
          --browser-flag=FLAG    a further flag of the browser (repeatable)

Each program has --help. Without --data they use ${STATION_FOLDER}, as the services do. The services are strobe-controller and strobe-station:
systemctl status, journalctl -u. The screen of a line: systemctl enable --now strobe-kiosk.
`;
