import type { UtilityProcess } from 'electron';
import { withoutSwitches } from './desktop-flags.ts';

const SUBCOMMAND = 'controller';
const EXIT_FAILED = 1;

/**
 * The arguments of `strobe controller ...`, which runs the controller's own program: the installed app has no separate Node for it. Undefined when
 * the command line starts the app.
 */
export function controllerArguments(flags: readonly string[]): string[] | undefined {
  const [first, ...rest] = withoutSwitches(flags);
  return first === SUBCOMMAND ? rest : undefined;
}

/** The command line that runs the controller's program of the installed app `program`, without arguments. */
export function installedCommand(program: string): string[] {
  return [program, SUBCOMMAND];
}

export interface CommandPrograms {
  /** Starts the controller's program. */
  fork: (args: string[]) => UtilityProcess;
  /** Starts the program that removes files. */
  forkRemoval: (files: string[]) => UtilityProcess;
  /** Whether a hanging disk could block the command forever. */
  isGuarded: (command: string | undefined) => boolean;
  /** Runs such a command with a time limit. Throws an error for the user when it was stopped. */
  guard: (programs: { command: () => CommandProcess; removal: (files: readonly string[]) => CommandProcess }) => Promise<number>;
}

type CommandProcess = ReturnType<typeof commandProcess>;

/** Runs the controller's program and resolves with its exit code. Signals are passed on to it. */
export async function runCommand(args: string[], { fork, forkRemoval, isGuarded, guard }: CommandPrograms): Promise<number> {
  const command = () => commandProcess(passSignals(fork(args)));
  if (!isGuarded(args[0])) return command().ended;
  try {
    return await guard({ command, removal: (files) => commandProcess(forkRemoval([...files])) });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return EXIT_FAILED;
  }
}

function passSignals(child: UtilityProcess): UtilityProcess {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill());
  return child;
}

function commandProcess(child: UtilityProcess) {
  return {
    onMessage: (listener: (message: unknown) => void): void => void child.on('message', listener),
    ended: new Promise<number>((resolve) => child.once('exit', resolve)),
    // `UtilityProcess.kill` sends SIGTERM, which a process that hangs in a system call does not handle.
    kill: (): void => void (child.pid !== undefined && process.kill(child.pid, 'SIGKILL')),
  };
}
