import { parentPort, workerData } from 'node:worker_threads';
import { takeSequences, type Share } from './sequences.ts';

/** Takes the share that it is given; tells how far it is, and at the end its figures or what it found. */
async function work(): Promise<void> {
  try {
    const figures = await takeSequences(workerData as Share, (done) => parentPort?.postMessage({ done }));
    parentPort?.postMessage({ figures });
  } catch (error) {
    parentPort?.postMessage({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

await work();
