import { mkdtempSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Misread } from '#support/read-random-code.ts';
import type { CountGoal } from './goal.ts';

const LABELS = 10_000;
const REPORT_EVERY = 500;

interface Answer {
  seed: number;
  misread?: Misread;
  error?: Error;
}

/** Random labels whose barcodes an independent decoder reads correctly; the first failure ends the run. */
export const CODES_GOAL: CountGoal = {
  name: 'P13',
  goal: { atLeast: LABELS },
  count: async (report) => {
    const workers = Array.from({ length: availableParallelism() }, () => new Worker(new URL('./p13-worker.ts', import.meta.url)));
    try {
      return await readAll(workers, report);
    } finally {
      await Promise.all(workers.map((worker) => worker.terminate()));
    }
  },
};

function readAll(workers: readonly Worker[], report: (line: string) => void): Promise<number> {
  let [next, read] = [1, 0];
  return new Promise((resolve, reject) => {
    for (const worker of workers) {
      const ask = () => next <= LABELS && worker.postMessage(next++);
      worker.on('error', reject);
      worker.on('message', ({ seed, misread, error }: Answer) => {
        if (error) return reject(new Error(`the label of seed ${seed} could not be rendered: ${error.message}`, { cause: error }));
        if (misread?.isReadWhenTold) report(takenForAnother(misread));
        else if (misread) {
          describe(misread, report);
          return resolve(read);
        }
        read += 1;
        if (read % REPORT_EVERY === 0) report(`${read} of ${LABELS} are read`);
        if (read === LABELS) return resolve(read);
        ask();
      });
      ask();
    }
  });
}

/** Long barcodes may begin like a short point-of-sale code, which this decoder looks for first. */
function takenForAnother({ seed, expected, read }: Misread): string {
  const taken = read.map(({ format }) => format).join(', ') || 'nothing';
  return `the ${expected.format} of seed ${seed} is read as ${taken} by a decoder for all symbologies, and correctly by one for this symbology`;
}

function describe({ seed, target, label, expected, read, png }: Misread, report: (line: string) => void): void {
  const file = join(mkdtempSync(join(tmpdir(), 'strobe-p13-')), `${seed}.png`);
  writeFileSync(file, png);
  report(
    `the label of seed ${seed} at ${target.hdpi} x ${target.vdpi} dpi is read as ${JSON.stringify(read)} instead of ${JSON.stringify(expected)}`,
  );
  report(`the label: ${JSON.stringify(label)}`);
  report(`its picture: ${file}`);
}
