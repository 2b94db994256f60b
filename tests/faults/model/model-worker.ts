import { parentPort, workerData } from 'node:worker_threads';
import { takeSequences, type Share } from './sequences.ts';

/** Runs its share of the sequences; reports progress, and at the end its figures or the violation. */
async function work(): Promise<void> {
  try {
    const figures = await takeSequences(workerData as Share, (done) => parentPort?.postMessage({ done }));
    parentPort?.postMessage({ figures });
  } catch (error) {
    parentPort?.postMessage({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

await work();
