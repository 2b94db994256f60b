import { homedir, uptime } from 'node:os';
import { join } from 'node:path';
import { STROBE_COMMAND } from '#process/called-as.ts';
import packageJson from '../package.json' with { type: 'json' };
import { CrashRecord } from './service/crash-record.ts';
import { findBrowser } from './service/find-browser.ts';
import {
  CONTROLLER_FOLDER,
  INSTALLED_HELP,
  InstalledCommandError,
  readCommand,
  STATION_FOLDER,
  type InstalledCommand,
  type ProgramName,
} from './service/installed-command.ts';
import { runKiosk } from './service/kiosk.ts';
import { ownerToBecome, runAsOwner } from './service/run-as-owner.ts';

/** The command `strobe` of the installed package: one name for the programs, and for what people do with their data. */

const EXIT = { failed: 1, badFlags: 2 };
/** The controller's unit names the file in which its crashes are counted. */
const CRASH_FILE = 'STROBE_CRASH_FILE';
const MILLISECONDS = 1_000;

const PROGRAMS: Readonly<Record<ProgramName, () => Promise<unknown>>> = {
  controller: () => import('./controller.ts'),
  station: () => import('./headless.ts'),
  plant: () => import('./plant.ts'),
};
const FOLDERS: Readonly<Record<ProgramName, string>> = { controller: CONTROLLER_FOLDER, station: STATION_FOLDER, plant: STATION_FOLDER };

const crashRecord = (file: string): CrashRecord => new CrashRecord(file, () => uptime() * MILLISECONDS);

/** Returns the exit code; undefined when a program was started, which ends the process itself. */
async function run(words: readonly string[]): Promise<number | undefined> {
  if (words[0] === 'update') return update(words.slice(1));
  const command = readCommand(words);
  if (command.kind === 'help') process.stdout.write(INSTALLED_HELP);
  if (command.kind === 'version') process.stdout.write(`strobe ${packageJson.version}\n`);
  if (command.kind === 'unknown') throw new InstalledCommandError(`there is no command "${command.word}"; see strobe help`);
  if (command.kind === 'program') return runProgram(command, words);
  if (command.kind === 'kiosk') await showKiosk(command);
  if (command.kind === 'service-ended') {
    const { SERVICE_RESULT: result = '', EXIT_STATUS: status = '' } = process.env;
    crashRecord(command.file).add({ result, status });
  }
  return 0;
}

/** Loaded only when it is needed. */
async function update(args: readonly string[]): Promise<number> {
  const [{ runUpdateCommand }, { debianUpdate }] = await Promise.all([
    import('#updates/update-command.ts'),
    import('#updates/debian-update.ts'),
  ]);
  return runUpdateCommand(args, debianUpdate());
}

type ProgramCommand = Extract<InstalledCommand, { kind: 'program' }>;

async function runProgram({ program, args, isOnData }: ProgramCommand, words: readonly string[]): Promise<number | undefined> {
  const folder = FOLDERS[program];
  const owner = isOnData ? ownerToBecome(dataFolderOf(args) ?? folder) : undefined;
  const entry = process.argv[1] ?? '';
  if (owner)
    return runAsOwner({
      owner,
      dataFolder: dataFolderOf(args) ?? folder,
      command: process.execPath,
      args: [...process.execArgv, entry],
      words,
    });
  // The program reads its own arguments.
  process.argv.splice(2, Infinity, ...args, ...safeMode(program, args));
  await PROGRAMS[program]();
  return undefined;
}

function dataFolderOf(args: readonly string[]): string | undefined {
  const at = args.indexOf('--data');
  return at < 0 ? undefined : args[at + 1];
}

/** After repeated crashes of its service the controller is started read-only. */
function safeMode(program: ProgramName, args: readonly string[]): string[] {
  const file = process.env[CRASH_FILE];
  const isDue = program === 'controller' && file !== undefined && crashRecord(file).isSafeModeDue;
  return isDue && !args.includes('--safe-mode') ? ['--safe-mode'] : [];
}

async function showKiosk({
  startFile,
  browser = findBrowser(),
  profile,
  flags,
}: Extract<InstalledCommand, { kind: 'kiosk' }>): Promise<void> {
  if (browser === undefined)
    throw new InstalledCommandError('no browser is installed: run `apt install chromium`, or name one with --browser');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  await runKiosk({
    ...{ startFile, browser, flags, signal: stop.signal },
    profile: profile ?? join(homedir(), '.strobe-kiosk'),
    say: (line) => console.error(line),
  });
}

process.env[STROBE_COMMAND] ??= 'strobe';
try {
  const code = await run(process.argv.slice(2));
  if (code !== undefined) process.exit(code);
} catch (error) {
  console.error(`strobe: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(error instanceof InstalledCommandError ? EXIT.badFlags : EXIT.failed);
}
