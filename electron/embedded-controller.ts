import { writeSync } from 'node:fs';
import { ENDED, TELLS_END } from '#station/embedded/launcher.ts';

const STANDARD_OUTPUT = 1;

/**
 * The controller as a utility process of the desktop app. The station asks it to end by a message, which is taken for the SIGTERM
 * that other systems send: Windows has no such signal.
 */
const { parentPort } = process;
parentPort.once('message', () => process.emit('SIGTERM', 'SIGTERM'));

/** It speaks to its parent as other processes do: a backup that is asked for on the command line says so what it begins. */
process.send ??= (message: unknown) => {
  parentPort.postMessage(message);
  return true;
};

/** A signal that ends it lets it say nothing: by that its end is told from one of its own with the same number. */
if (process.env[TELLS_END] !== undefined) {
  process.on('exit', (code) => {
    try {
      writeSync(STANDARD_OUTPUT, `${ENDED} ${code}\n`);
    } catch {
      // The parent process has gone.
    }
  });
}

await import('./controller.ts');
