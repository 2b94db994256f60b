import { sql, type RawBuilder } from 'kysely';
import type { Resolution } from '#contract/api-v3/print-history.ts';
import type { Controller } from '#controller/controller.ts';
import type { Goal, RatioGoal } from '../goal.ts';
import { usedMemory } from '../memory.ts';
import { END, printedYears, PRINTS, START, type PrintedYears } from './million.ts';

const MEGABYTE = 1_048_576;
/** Allowance for noise; retaining a hundred bytes per print would add up to 50. */
const MAX_GROWTH = 4;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A chart has at most 20 000 buckets; charts of hours and minutes show the most recent ones. */
const LONGEST = 19_990;
/** A scan is slow and leaves cold caches, so the product runs after it until the caches are warm again. */
const EFFORT = { rounds: 5, sampleMs: 300, isTheirsFirst: true };
/** The print in the middle. */
const WANTED = Math.floor(PRINTS / 2);

/** Megabytes by which a controller grows from half of the prints to all of them. */
const GROWTH: Goal = {
  name: 'history-memory',
  goal: { atMost: MAX_GROWTH },
  count: async (report) => {
    const used: number[] = [];
    await printedYears((prints) => {
      const now = usedMemory();
      used.push(now);
      const resident = process.memoryUsage.rss() / MEGABYTE;
      report(`${now.toFixed(1)} MB in use, ${resident.toFixed(0)} MB resident after ${prints} prints`);
    });
    const [half = 0, ...later] = used.slice(4);
    return Math.max(...later) - half;
  },
};

/** Charts of three years, or of the maximum number of buckets, compared with grouping the prints themselves. */
const CHARTS: readonly RatioGoal[] = [
  chart('WEEKS', { unit: 7 * DAY, start: START, atLeast: 1_000 }),
  chart('DAYS', { unit: DAY, start: START, atLeast: 1_000 }),
  chart('HOURS', { unit: HOUR, start: END - LONGEST * HOUR, atLeast: 200 }),
  chart('MINUTES', { unit: MINUTE, start: END - LONGEST * MINUTE, atLeast: 100 }),
];

function chart(resolution: Resolution, { unit, start, atLeast }: { unit: number; start: number; atLeast: number }): RatioGoal {
  return {
    name: `history-${resolution.toLowerCase()}`,
    goal: { atLeast },
    effort: EFFORT,
    prepare: async () => {
      const { controller, db, printer } = await printedYears();
      const query = { resolution, start: start / 1_000, end: END / 1_000 };
      const grouping = sql`SELECT settled / ${unit} AS bucket, count(*) AS count FROM prints
        WHERE printer = ${printer} AND state = 'printed' AND settled >= ${start} AND settled < ${END} GROUP BY bucket`;
      return { a: () => controller.history.read(printer, query), b: () => grouping.execute(db) };
    },
  };
}

/** Searches of the ledger as in `GET /prints`, compared with scanning all prints for the newest matches. */
const SEARCHES: readonly RatioGoal[] = [
  search('serial', {
    atLeast: 500,
    ours: ({ prints }) => prints.page({ serial: String(WANTED).padStart(8, '0'), limit: 50 }),
    scan: sql`print_values LIKE ${`%"value":${WANTED},%`}`,
  }),
  // Every part of the text occurs in many prints, so the index has to intersect long lists.
  search('content', {
    atLeast: 3,
    ours: ({ prints }) => prints.page({ content: 'catch 7777', limit: 50 }),
    scan: sql`print_values LIKE '%catch 7777%'`,
  }),
  search('time', {
    atLeast: 100,
    ours: ({ prints }) => prints.page({ from: middle(), to: middle() + DAY, limit: 50 }),
    scan: sql`reserved >= ${middle()} AND reserved < ${middle() + DAY}`,
  }),
  search('print', { atLeast: 100, ours: ({ prints }) => prints.get(WANTED), scan: sql`+id = ${WANTED}` }),
];

interface Search {
  atLeast: number;
  ours: (controller: Controller) => Promise<unknown>;
  scan: RawBuilder<unknown>;
}

function search(name: string, { atLeast, ours, scan }: Search): RatioGoal {
  return {
    name: `history-${name}`,
    goal: { atLeast },
    effort: EFFORT,
    prepare: async () => {
      const { controller, db }: PrintedYears = await printedYears();
      const scanning = sql`SELECT * FROM prints WHERE ${scan} ORDER BY id DESC LIMIT 51`;
      return { a: () => ours(controller), b: () => scanning.execute(db) };
    },
  };
}

function middle(): number {
  return START + (END - START) / 2;
}

/** A million prints over three years, made once for all of these goals. */
export const HISTORY_GOALS: readonly Goal[] = [GROWTH, ...CHARTS, ...SEARCHES];
