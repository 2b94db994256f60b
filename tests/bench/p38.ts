import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { startController } from '#support/controller-process.ts';
import { ownChild } from '#support/own-children.ts';
import type { CountGoal } from './goal.ts';
import { quantile } from './lines/devices.ts';
import { addLines, printerUrl, VIRTUAL_ENGINE } from './lines/fast-lines.ts';
import { TriggerClient } from './lines/trigger-client.ts';

const PRINTERS = 16;
/** 1 000 products a minute. */
const EVERY = 60;
const WARM_UP = 5_000;
const DURATION = 60_000;
const ACCEPTED = 202;

/**
 * P38: from the trigger on a real socket until its answer, which follows the hand-over of the bitmap to the engine, with 16 printers at 1 000
 * products a minute each. Compared with posts to a bare fastify server in another process, sent by the same client at the same times; `durable`
 * compares it with posts that also commit one row to a database, since no print is handed over before it is durable.
 */
export const TRIGGER_GOALS: readonly CountGoal[] = [
  { name: 'P38', goal: { atMost: 4 }, count: (report) => compare('post', report) },
  { name: 'P38-durable', goal: { atMost: 4 }, count: (report) => compare('durable-post', report) },
];

/** The 99th percentile of triggers, in multiples of that of posts to the bare server. */
async function compare(post: 'post' | 'durable-post', report: (line: string) => void): Promise<number> {
  const controller = await startController({ flags: ['--empty'] });
  const bare = ownChild(fork(new URL('./lines/bare-server.ts', import.meta.url)));
  const bareUrl = String(((await once(bare, 'message')) as [string])[0]);
  const lines = Array.from({ length: PRINTERS }, (_, index) => ({ name: `Line ${index + 1}`, engine: VIRTUAL_ENGINE }));
  const clients = lines.map(({ name }) => ({
    trigger: new TriggerClient(`${printerUrl(controller.url, name)}/trigger`),
    post: new TriggerClient(`${bareUrl}/${post}`),
  }));
  try {
    await addLines(controller.url, lines);
    const taken = { triggers: [] as number[], posts: [] as number[], refused: 0 };
    await Promise.all(clients.map((client, index) => drive(client, { first: (index * EVERY) / PRINTERS, taken })));
    if (taken.refused > 0) throw new Error(`${taken.refused} triggers were refused`);
    report(`${taken.triggers.length} triggers: ${describe(taken.triggers)}; ${post}s: ${describe(taken.posts)}`);
    return quantile(taken.triggers, 0.99) / quantile(taken.posts, 0.99);
  } finally {
    for (const { trigger, post: other } of clients) {
      trigger.close();
      other.close();
    }
    bare.disconnect();
    await controller.stop();
  }
}

interface Pace {
  /** Milliseconds until the first product. */
  first: number;
  taken: { triggers: number[]; posts: number[]; refused: number };
}

/** One product after the other at fixed times, whatever the answers take. Both servers are asked for each. */
async function drive({ trigger, post }: { trigger: TriggerClient; post: TriggerClient }, { first, taken }: Pace): Promise<void> {
  const begun = performance.now() + first;
  const answers: Promise<void>[] = [];
  for (let product = 0; product * EVERY < WARM_UP + DURATION; product += 1) {
    await wait(Math.max(0, begun + product * EVERY - performance.now()));
    const isMeasured = product * EVERY >= WARM_UP;
    answers.push(
      trigger.post().then(({ status, milliseconds }) => {
        if (status !== ACCEPTED) taken.refused += 1;
        else if (isMeasured) taken.triggers.push(milliseconds);
      }),
      post.post().then(({ milliseconds }) => {
        if (isMeasured) taken.posts.push(milliseconds);
      }),
    );
  }
  await Promise.all(answers);
}

function describe(values: readonly number[]): string {
  return `p50 ${quantile(values, 0.5).toFixed(2)}, p99 ${quantile(values, 0.99).toFixed(2)} ms`;
}
