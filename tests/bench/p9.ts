import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { YOUNG_GENERATION_MB } from '#controller/drawing/drawing-thread.ts';
import type { RatioGoal } from './goal.ts';

const LABELS_PER_BATCH = 2_000;
/** Number of labels per order to a worker. */
const LABELS_PER_ORDER = 25;
/** Number of labels until the code of both sides is compiled. */
const WARM_UP = 20_000;
/** Other load on the machine slows two workers down more than one, so the sides alternate often. */
const STEADY = { rounds: 11, sampleMs: 1_200, parts: 8 };

/**
 * Labels of P1 rendered by two workers, compared with one. As in the controller's pool, the next order goes to a free worker; an order
 * contains several labels, so that rendering is measured rather than messaging.
 */
export const WORKERS_GOAL: RatioGoal = {
  name: 'P9',
  goal: { atLeast: 1.7 },
  effort: STEADY,
  prepare: async () => {
    const workers = [openWorker(), openWorker()];
    let serial = 0;
    const order = async (worker: Worker, labels: number): Promise<void> => {
      const first = serial;
      serial += labels;
      const answer = once(worker, 'message');
      worker.postMessage({ first, end: serial });
      await answer;
    };
    const batch = async (drawers: readonly Worker[]): Promise<void> => {
      const end = serial + LABELS_PER_BATCH;
      await Promise.all(
        drawers.map(async (worker) => {
          while (serial < end) await order(worker, LABELS_PER_ORDER);
        }),
      );
    };
    await Promise.all(workers.map((worker) => order(worker, WARM_UP)));
    return {
      a: () => batch(workers),
      b: () => batch(workers.slice(0, 1)),
      dispose: async () => {
        await Promise.all(workers.map((worker) => worker.terminate()));
      },
    };
  },
};

function openWorker(): Worker {
  return new Worker(new URL('./p9-worker.ts', import.meta.url), { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB } });
}
