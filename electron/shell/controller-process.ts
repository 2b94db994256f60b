import type { UtilityProcess } from 'electron';
import { ENDED, launchFlags, type ControllerLauncher, type ControllerProcess } from '#station/embedded/launcher.ts';
import { ProcessOutput } from './process-output.ts';

/** How long a controller may take to end in order. */
const STOP_LIMIT = 10_000;

/** Electron gives the number of the signal that ended a process as if the process had ended with that number. */
const HAS_SIGNALS = process.platform !== 'win32';

export interface ControllerProcessOptions {
  /** `utilityProcess.fork` with the controller's bundle in it, and with `TELLS_END` in its environment. */
  fork: (args: string[]) => UtilityProcess;
  /** The flags of every start. */
  args: readonly string[];
}

/** Runs the controller as a utility process of the desktop app: the packaged app has no plain Node to run it with. */
export function utilityProcessLauncher({ fork, args }: ControllerProcessOptions): ControllerLauncher {
  return { launch: (options) => controllerProcess(fork([...args, ...launchFlags(options)])) };
}

function controllerProcess(child: UtilityProcess): ControllerProcess {
  const output = new ProcessOutput(child.stdout);
  const ended = new Promise<number>((resolve) => child.once('exit', resolve));
  let isOwnEnd = !HAS_SIGNALS;
  output.onLine((line) => (isOwnEnd ||= line.startsWith(ENDED)));
  // The last lines are read before the process counts as gone.
  const gone = ended.then(async (code) => {
    await output.readToEnd();
    return isOwnEnd ? code : null;
  });
  return {
    onLine: (listener) => output.onLine(listener),
    onExit: (listener) => void gone.then(listener),
    stop: async () => {
      // A message and not a signal: Windows has none that a process could act upon.
      child.postMessage('stop');
      const force = setTimeout(() => child.kill(), STOP_LIMIT);
      await gone;
      clearTimeout(force);
    },
  };
}
