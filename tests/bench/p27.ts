import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { History } from '#controller/history/history.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerSchema } from '#storage/database/controller-schema.ts';
import { GroupCommit } from '#storage/database/group-commit.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { CountGoal, Goal, RatioGoal } from './goal.ts';
import { median } from './verdict.ts';

const PRINTER = 'Line 1';
/** Number of lines that wait for their events at the same time. */
const LINES = 64;
const ROUNDS = 9;
const SAMPLES = 1_000;

/** The time that a disk takes for a durable write varies. */
const STEADY = { rounds: 11, sampleMs: 400, parts: 8 };

/** Counts a trigger; durable when it resolves. */
type Event = () => Promise<void>;

/** Concurrent triggers of several lines in shared commits, compared with one commit for each. */
const THROUGHPUT: RatioGoal = {
  name: 'P27',
  goal: { atLeast: 10 },
  effort: STEADY,
  prepare: () => {
    const { grouped, alone, dispose } = openEvents();
    return { a: () => atOnce(grouped), b: () => atOnce(alone), dispose };
  },
};

/** Difference in milliseconds between the p99 with shared commits and the p99 without. */
const ADDED_LATENCY: CountGoal = {
  name: 'P27-p99',
  goal: { atMost: 5 },
  count: async (report) => {
    const { grouped, alone, dispose } = openEvents();
    try {
      const added: number[] = [];
      for (let round = 1; round <= ROUNDS; round += 1) {
        const together = slowest(await latencies(grouped, LINES));
        const single = slowest(await latencies(alone, 1));
        report(`round ${round}: ${together.toFixed(2)} ms with ${LINES} at once, ${single.toFixed(2)} ms alone`);
        added.push(together - single);
      }
      return median(added);
    } finally {
      await dispose();
    }
  },
};

export const COMMIT_GOALS: readonly Goal[] = [THROUGHPUT, ADDED_LATENCY];

/** The same event, with one database file for each side. */
function openEvents(): { grouped: Event; alone: Event; dispose: () => Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'strobe-p27-'));
  const open = (name: string) => {
    const db = openControllerDatabase(join(folder, name));
    return { db, history: new History({ db, now: () => Date.now(), requirePrinter: () => undefined, timeZone: async () => 'UTC' }) };
  };
  const [shared, single] = [open('grouped.db'), open('alone.db')];
  const commits = new GroupCommit<ControllerSchema>(shared.db);
  return {
    grouped: () => commits.run((trx) => shared.history.countTrigger(PRINTER, trx)),
    alone: () => inTransaction(single.db, (trx) => single.history.countTrigger(PRINTER, trx)),
    dispose: async () => {
      for (const { db } of [shared, single]) await db.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function atOnce(event: Event): Promise<void> {
  await Promise.all(Array.from({ length: LINES }, event));
}

/** The latencies of events when that many lines each start their next event as soon as the last one is durable. */
async function latencies(event: Event, lines: number): Promise<number[]> {
  const taken: number[] = [];
  const line = async (): Promise<void> => {
    for (let count = 0; count < SAMPLES / lines; count += 1) {
      const begin = performance.now();
      await event();
      taken.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: lines }, line));
  return taken;
}

function slowest(taken: readonly number[]): number {
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.99)] ?? 0;
}
