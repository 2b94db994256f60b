import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Violation, type Order } from '../fault-run.ts';
import type { Figures, Share } from './sequences.ts';

/** A message from a worker. */
interface Message {
  done?: number;
  figures?: Figures;
  fault?: string;
}

/**
 * Runs random sequences of everything that can happen to the queues of two printers through the real modules and a simple model: after
 * every command both must show the same queues, prints, serials, counts and answers.
 */
export async function model({ amount, seed, tell }: Order): Promise<string> {
  let done = 0;
  const shares = sharesOf(amount, seed);
  const figures = await Promise.all(
    shares.map((share) =>
      take(share, (more) => {
        done += more;
        tell(`${done} sequences`);
      }),
    ),
  );
  const sum = (of: (one: Figures) => number) => figures.reduce((all, one) => all + of(one), 0);
  return `${sum((one) => one.sequences)} sequences of ${sum((one) => one.commands)} commands with ${sum((one) => one.prints)} prints, no divergence`;
}

/** A seed for each worker: equal amounts and seeds give equal sequences. */
function sharesOf(amount: number, seed: number): Share[] {
  const workers = Math.min(availableParallelism(), 4, amount);
  return Array.from({ length: workers }, (_, index) => ({
    sequences: Math.floor(amount / workers) + (index < amount % workers ? 1 : 0),
    seed: seed + index * 1_000_003,
  }));
}

function take(share: Share, onProgress: (sequences: number) => void): Promise<Figures> {
  const worker = new Worker(new URL('./model-worker.ts', import.meta.url), { workerData: share });
  return new Promise<Figures>((resolve, reject) => {
    worker.on('message', ({ done, figures, fault }: Message) => {
      if (done !== undefined) onProgress(done);
      if (figures) resolve(figures);
      if (fault !== undefined) reject(new Violation(fault));
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`a worker ended with code ${code} before it was done`)));
  });
}
