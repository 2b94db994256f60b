import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { launchFlags, type ControllerLauncher, type ControllerProcess } from './launcher.ts';

export interface ChildProcessLauncherOptions {
  /** The program and the arguments that start a controller, without `--safe-mode`. */
  command: string;
  args: readonly string[];
  /** How long a process may take to end in order. */
  stopLimit?: number;
}

const STOP_LIMIT = 10_000;

/**
 * Runs the controller as a child process in a group of its own: Ctrl-C reaches the station, which then ends the controller in
 * order, and a station that is killed leaves the line printing.
 */
export function childProcessLauncher({ command, args, stopLimit = STOP_LIMIT }: ChildProcessLauncherOptions): ControllerLauncher {
  return {
    launch: (options) => {
      const child = started(command, [...args, ...launchFlags(options)]);
      return child ? controllerProcess(child, stopLimit) : NEVER_STARTED;
    },
  };
}

type Child = ChildProcessByStdio<null, Readable, null>;

/** Undefined for a process that the system refuses at once, as without memory, or on Windows while a virus scanner holds the program. */
function started(command: string, args: readonly string[]): Child | undefined {
  try {
    return spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined;
    throw error;
  }
}

const NEVER_STARTED: ControllerProcess = {
  onLine: () => undefined,
  onExit: (listener) => void setImmediate(listener, null),
  stop: () => Promise.resolve(),
};

function controllerProcess(child: Child, stopLimit: number): ControllerProcess {
  const gone = new Promise<number | null>((resolve) => {
    // Not 'exit': the last lines are read before the process counts as gone.
    child.once('close', resolve);
    child.once('error', () => resolve(null));
  });
  return {
    onLine: (listener) => {
      // Where no more files may be opened there is no pipe either.
      const { stdout }: Partial<Child> = child;
      if (stdout) createInterface({ input: stdout }).on('line', listener);
    },
    onExit: (listener) => void gone.then(listener),
    stop: async () => {
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), stopLimit);
      await gone;
      clearTimeout(force);
    },
  };
}
