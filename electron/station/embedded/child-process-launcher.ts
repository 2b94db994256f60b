import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { launchFlags, type ControllerLauncher, type ControllerProcess } from './launcher.ts';

export interface ChildProcessLauncherOptions {
  /** The program and the arguments that start a controller, without `--safe-mode`. */
  command: string;
  args: readonly string[];
  /** Milliseconds between SIGTERM and SIGKILL. */
  stopLimit?: number;
}

const STOP_LIMIT = 10_000;

/**
 * Runs the controller as a child process in its own process group: Ctrl-C reaches the station only, which then stops the controller, and the
 * controller goes on printing when the station is killed.
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

/** Undefined when `spawn` throws, as without memory, or on Windows while a virus scanner has the program open. */
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
    // 'close' instead of 'exit': the last lines of output have been read by then.
    child.once('close', resolve);
    child.once('error', () => resolve(null));
  });
  return {
    onLine: (listener) => {
      // Without free file descriptors there is no pipe.
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
