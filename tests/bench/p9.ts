import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { YOUNG_GENERATION_MB } from '#controller/drawing/drawing-thread.ts';
import type { RatioGoal } from './goal.ts';

const LABELS_PER_BATCH = 2_000;
/** Labels that a worker is given at a time. */
const LABELS_PER_ORDER = 25;
/** Until both have compiled what they run again and again. */
const WARM_UP = 20_000;
/** Whoever else uses the machine takes from two workers what one would not miss: both sides take turns often. */
const STEADY = { rounds: 11, sampleMs: 1_200, parts: 8 };

/**
 * Labels of P1 drawn by two workers, against one. As the controller's pool does it, the next order goes to whichever worker is free; an
 * order is a run of labels, so that what is measured is the drawing and not the way of an order to a worker and back.
 */
export const WORKERS_GOAL: RatioGoal = {
  name: 'P9',
  goal: { atLeast: 1.75 },
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
