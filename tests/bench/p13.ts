import { mkdtempSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Misread } from '#support/read-random-code.ts';
import type { CountGoal } from './goal.ts';

const LABELS = 10_000;
const TELL_EVERY = 500;

interface Answer {
  seed: number;
  misread?: Misread;
  error?: Error;
}

/** Random labels of which an independent decoder reads the right content; the first that it does not read ends the run. */
export const CODES_GOAL: CountGoal = {
  name: 'P13',
  goal: { atLeast: LABELS },
  count: async (tell) => {
    const workers = Array.from({ length: availableParallelism() }, () => new Worker(new URL('./p13-worker.ts', import.meta.url)));
    try {
      return await readAll(workers, tell);
    } finally {
      await Promise.all(workers.map((worker) => worker.terminate()));
    }
  },
};

function readAll(workers: readonly Worker[], tell: (line: string) => void): Promise<number> {
  let [next, read] = [1, 0];
  return new Promise((resolve, reject) => {
    for (const worker of workers) {
      const ask = () => next <= LABELS && worker.postMessage(next++);
      worker.on('error', reject);
      worker.on('message', ({ seed, misread, error }: Answer) => {
        if (error) return reject(new Error(`the label of seed ${seed} could not be drawn: ${error.message}`, { cause: error }));
        if (misread?.isReadWhenTold) tell(takenForAnother(misread));
        else if (misread) {
          describe(misread, tell);
          return resolve(read);
        }
        read += 1;
        if (read % TELL_EVERY === 0) tell(`${read} of ${LABELS} are read`);
        if (read === LABELS) return resolve(read);
        ask();
      });
      ask();
    }
  });
}

/** Long bars may begin like a short code of the till, and this decoder looks for those first. */
function takenForAnother({ seed, expected, read }: Misread): string {
  const taken = read.map(({ format }) => format).join(', ') || 'nothing';
  return `the ${expected.format} of seed ${seed} is taken for ${taken} by a decoder that looks for every kind, and read right by one that is told the kind`;
}

function describe({ seed, target, label, expected, read, png }: Misread, tell: (line: string) => void): void {
  const file = join(mkdtempSync(join(tmpdir(), 'strobe-p13-')), `${seed}.png`);
  writeFileSync(file, png);
  tell(
    `the label of seed ${seed} at ${target.hdpi} x ${target.vdpi} dpi is read as ${JSON.stringify(read)} instead of ${JSON.stringify(expected)}`,
  );
  tell(`the label: ${JSON.stringify(label)}`);
  tell(`its picture: ${file}`);
}
