/**
 * The controller as a utility process of the desktop app. The station asks it to end by a message, which is taken for the SIGTERM
 * that other systems send: Windows has no such signal.
 */
process.parentPort.once('message', () => process.emit('SIGTERM', 'SIGTERM'));

await import('./controller.ts');

export {};
