import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ControllerLauncher, ControllerProcess } from './launcher.ts';

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
    launch: ({ isSafeMode }): ControllerProcess => {
      const child = spawn(command, [...args, ...(isSafeMode ? ['--safe-mode'] : [])], {
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const gone = new Promise<number | null>((resolve) => {
        // Not 'exit': the last lines are read before the process counts as gone.
        child.once('close', resolve);
        child.once('error', () => resolve(null));
      });
      return {
        onLine: (listener) => void createInterface({ input: child.stdout }).on('line', listener),
        onExit: (listener) => void gone.then(listener),
        stop: async () => {
          child.kill('SIGTERM');
          const force = setTimeout(() => child.kill('SIGKILL'), stopLimit);
          await gone;
          clearTimeout(force);
        },
      };
    },
  };
}
