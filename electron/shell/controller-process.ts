import type { UtilityProcess } from 'electron';
import { ENDED, launchFlags, type ControllerLauncher, type ControllerProcess } from '#station/embedded/launcher.ts';
import { ProcessOutput } from './process-output.ts';

/** Milliseconds until a controller that was asked to stop is killed. */
const STOP_LIMIT = 10_000;

/** On these platforms Electron reports the number of the signal that ended a process as its exit code. */
const HAS_SIGNALS = process.platform !== 'win32';

export interface ControllerProcessOptions {
  /** `utilityProcess.fork` with the controller's bundle in it, and with `TELLS_END` in its environment. */
  fork: (args: string[]) => UtilityProcess;
  /** Arguments of every start. */
  args: readonly string[];
}

/** Runs the controller as a utility process: the packaged app has no separate Node. */
export function utilityProcessLauncher({ fork, args }: ControllerProcessOptions): ControllerLauncher {
  return { launch: (options) => controllerProcess(fork([...args, ...launchFlags(options)])) };
}

function controllerProcess(child: UtilityProcess): ControllerProcess {
  const output = new ProcessOutput(child.stdout);
  const ended = new Promise<number>((resolve) => child.once('exit', resolve));
  let hasExitCode = !HAS_SIGNALS;
  output.onLine((line) => (hasExitCode ||= line.startsWith(ENDED)));
  // The exit is reported after the last lines of output.
  const exit = ended.then(async (code) => {
    await output.readToEnd();
    return hasExitCode ? code : null;
  });
  return {
    onLine: (listener) => output.onLine(listener),
    onExit: (listener) => void exit.then(listener),
    stop: async () => {
      // A message, because Windows has no signal that a process can handle.
      child.postMessage('stop');
      const force = setTimeout(() => child.kill(), STOP_LIMIT);
      await exit;
      clearTimeout(force);
    },
  };
}
