import { flushCompileCache } from 'node:module';
import { uptime } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { CommandIo } from '#diagnostics/command-context.ts';
import { STROBE_COMMAND } from '#process/called-as.ts';
import packageJson from '../package.json' with { type: 'json' };
import { CrashRecord } from './service/crash-record.ts';
import {
  CONTROLLER_FOLDER,
  INSTALLED_HELP,
  InstalledCommandError,
  readCommand,
  STATION_FOLDER,
  type InstalledCommand,
  type ProgramName,
  type ToolName,
} from './service/installed-command.ts';

/** The command `strobe` of the installed package: one name for the programs, and for what people do with their data. */

const EXIT = { failed: 1, badFlags: 2 };
/** The controller's unit names the file in which its crashes are counted. */
const CRASH_FILE = 'STROBE_CRASH_FILE';
const MILLISECONDS = 1_000;
/** Milliseconds after the start until the compiled code is kept in the folder that the unit names (`NODE_COMPILE_CACHE`). */
const KEEP_COMPILED_AFTER = 60_000;

const PROGRAMS: Readonly<Record<ProgramName, () => Promise<unknown>>> = {
  controller: () => import('./controller.ts'),
  station: () => import('./headless.ts'),
  plant: () => import('./plant.ts'),
};
/** Loaded only when they are needed. */
const TOOLS: Readonly<Record<ToolName, (args: readonly string[]) => Promise<number>>> = {
  doctor: async (args) => (await import('#diagnostics/doctor-command.ts')).runDoctorCommand(args, DIAGNOSTICS),
  support: async (args) => (await import('#diagnostics/support-command.ts')).runSupportCommand(args, DIAGNOSTICS),
  setup: async (args) => {
    const [{ runSetupCommand }, { StationCommandError }] = await Promise.all([
      import('#station/process/setup-command.ts'),
      import('#station/process/command-error.ts'),
    ]);
    try {
      await runSetupCommand(args, { version: packageJson.version, now: () => Date.now(), write: (line) => console.log(line) });
      return 0;
    } catch (error) {
      if (!(error instanceof StationCommandError)) throw error;
      console.error(error.message);
      return error.exitCode;
    }
  },
  update: async (args) => {
    const [{ runUpdateCommand }, { debianUpdate }] = await Promise.all([
      import('#updates/update-command.ts'),
      import('#updates/debian-update.ts'),
    ]);
    return runUpdateCommand(args, debianUpdate());
  },
};
const FOLDERS: Readonly<Record<ProgramName, string>> = { controller: CONTROLLER_FOLDER, station: STATION_FOLDER, plant: STATION_FOLDER };

const DIAGNOSTICS: CommandIo = {
  write: (line) => console.log(line),
  writeError: (line) => console.error(line),
  version: packageJson.version,
  pageFolder: fileURLToPath(new URL('../dist/renderer', import.meta.url)),
};

const crashRecord = (file: string): CrashRecord =>
  new CrashRecord({ file, version: packageJson.version, now: () => uptime() * MILLISECONDS });

/** Returns the exit code; undefined when a program was started, which ends the process itself. */
async function run(words: readonly string[]): Promise<number | undefined> {
  const command = readCommand(words);
  if (command.kind === 'help') process.stdout.write(INSTALLED_HELP);
  if (command.kind === 'version') process.stdout.write(`strobe ${packageJson.version}\n`);
  if (command.kind === 'unknown') throw new InstalledCommandError(`there is no command "${command.word}"; see strobe help`);
  if (command.kind === 'program') return runProgram(command, words);
  if (command.kind === 'tool') return runTool(command, words);
  if (command.kind === 'kiosk') await (await import('./service/kiosk-command.ts')).runKioskCommand(command);
  if (command.kind === 'service-ended') {
    const { SERVICE_RESULT: result = '', EXIT_STATUS: status = '' } = process.env;
    crashRecord(command.file).add({ result, status });
  }
  return 0;
}

type ProgramCommand = Extract<InstalledCommand, { kind: 'program' }>;

async function runProgram({ program, args, isOnData }: ProgramCommand, words: readonly string[]): Promise<number | undefined> {
  const code = isOnData ? await runForOwner(dataFolderOf(args) ?? FOLDERS[program], words) : undefined;
  if (code !== undefined) return code;
  // The program reads its own arguments.
  process.argv.splice(2, Infinity, ...args, ...safeMode(program, args));
  await PROGRAMS[program]();
  // For a start after a power cut. A process that is told to end keeps its compiled code by itself.
  setTimeout(() => flushCompileCache(), KEEP_COMPILED_AFTER).unref();
  return undefined;
}

async function runTool({ tool, args, isOnData }: Extract<InstalledCommand, { kind: 'tool' }>, words: readonly string[]): Promise<number> {
  const code = isOnData ? await runForOwner(dataFolderOf(args) ?? STATION_FOLDER, words) : undefined;
  return code ?? TOOLS[tool](args);
}

/** Runs the command again as the owner of the data, and returns its exit code; undefined when this account may work on them itself. */
async function runForOwner(dataFolder: string, words: readonly string[]): Promise<number | undefined> {
  const { ownerToBecome, runAsOwner } = await import('./service/run-as-owner.ts');
  const owner = ownerToBecome(dataFolder);
  if (!owner) return undefined;
  return runAsOwner({ owner, command: process.execPath, args: [...process.execArgv, process.argv[1] ?? ''], words });
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

process.env[STROBE_COMMAND] ??= 'strobe';
try {
  const code = await run(process.argv.slice(2));
  if (code !== undefined) process.exit(code);
} catch (error) {
  console.error(`strobe: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(error instanceof InstalledCommandError ? EXIT.badFlags : EXIT.failed);
}
