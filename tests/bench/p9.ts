import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RatioGoal } from './goal.ts';

const LABELS_PER_BATCH = 2_000;
/** Until both have compiled what they run again and again. */
const WARM_UP = 10_000;

/**
 * Labels of P1 drawn by two workers, against one: each is told how many, so that what is measured is the drawing and not the way of an
 * order to a worker and back. The controller hands out single orders, and each waits for that way as well.
 */
export const WORKERS_GOAL: RatioGoal = {
  name: 'P9',
  goal: { atLeast: 1.75 },
  prepare: async () => {
    const workers = [openWorker(), openWorker()];
    let serial = 0;
    const drawing = async (worker: Worker, labels: number): Promise<void> => {
      const first = serial;
      serial += labels;
      const answer = once(worker, 'message');
      worker.postMessage({ first, end: serial });
      await answer;
    };
    const [one, other] = workers as [Worker, Worker];
    await Promise.all([drawing(one, WARM_UP), drawing(other, WARM_UP)]);
    return {
      a: () => Promise.all([drawing(one, LABELS_PER_BATCH / 2), drawing(other, LABELS_PER_BATCH / 2)]),
      b: () => drawing(one, LABELS_PER_BATCH),
      dispose: async () => {
        await Promise.all(workers.map((worker) => worker.terminate()));
      },
    };
  },
};

function openWorker(): Worker {
  return new Worker(new URL('./p9-worker.ts', import.meta.url));
}
