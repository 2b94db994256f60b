import { parentPort } from 'node:worker_threads';
import { readRandomCode } from '#support/read-random-code.ts';

/** Entry of a worker thread of P13: receives a seed, and replies how its barcode was misread, if it was. */
const port = parentPort;
if (!port) throw new Error('This is the entry of a worker thread.');
port.on('message', (seed: number) => {
  void readRandomCode(seed).then(
    (misread) => port.postMessage({ seed, misread }),
    (error: unknown) => port.postMessage({ seed, error }),
  );
});
