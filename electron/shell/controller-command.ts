import type { UtilityProcess } from 'electron';
import { withoutSwitches } from './desktop-flags.ts';

const WORD = 'controller';
const EXIT_FAILED = 1;

/**
 * `strobe controller ...` is the controller's own program, since an installed app comes without a Node that could run it: its arguments. Undefined
 * when the app itself is meant.
 */
export function controllerArguments(flags: readonly string[]): string[] | undefined {
  const [first, ...rest] = withoutSwitches(flags);
  return first === WORD ? rest : undefined;
}

/** What is typed in front of those arguments where the app `program` is installed. */
export function installedCommand(program: string): string[] {
  return [program, WORD];
}

export interface CommandPrograms {
  /** Starts the controller's program. */
  fork: (args: string[]) => UtilityProcess;
  /** Starts what removes files. */
  forkRemoval: (files: string[]) => UtilityProcess;
  /** Whether it is a command that a disk may hold up for ever. */
  isGuarded: (command: string | undefined) => boolean;
  /** Runs such a one no longer than it may take. Throws what is to be said of one that was ended. */
  guard: (programs: { command: () => CommandProcess; removal: (files: readonly string[]) => CommandProcess }) => Promise<number>;
}

type CommandProcess = ReturnType<typeof commandProcess>;

/** Resolves with the exit code of the program. A signal ends it, and it ends in order. */
export async function runCommand(args: string[], { fork, forkRemoval, isGuarded, guard }: CommandPrograms): Promise<number> {
  const command = () => commandProcess(endWithSignals(fork(args)));
  if (!isGuarded(args[0])) return command().ended;
  try {
    return await guard({ command, removal: (files) => commandProcess(forkRemoval([...files])) });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return EXIT_FAILED;
  }
}

function endWithSignals(child: UtilityProcess): UtilityProcess {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill());
  return child;
}

function commandProcess(child: UtilityProcess) {
  return {
    onMessage: (listener: (message: unknown) => void): void => void child.on('message', listener),
    ended: new Promise<number>((resolve) => child.once('exit', resolve)),
    // Electron's own way asks, and a process that hangs in a call hears nothing.
    kill: (): void => void (child.pid !== undefined && process.kill(child.pid, 'SIGKILL')),
  };
}
