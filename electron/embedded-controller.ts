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

await import('./controller.ts');

export {};
