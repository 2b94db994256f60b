import { sql } from 'kysely';
import type { Resolution } from '#contract/api-v3/print-history.ts';
import { History } from '#controller/history/history.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { Contest, RatioGoal } from './goal.ts';

const PRINTER = 'Line 1';
const PRINTS = 5_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const END = Date.parse('2026-11-21T00:00:00Z');
const THREE_YEARS = 1_095 * DAY;
/** A chart has at most 20 000 buckets. */
const LONGEST = 19_990;

/**
 * Grouping takes many seconds and leaves cold caches, so the product runs after it until the caches are warm again. Both halves of a round
 * are measured in both orders, because the speed of a machine drifts within a minute.
 */
const EFFORT = { rounds: 3, parts: 2, sampleMs: 3_000, isTheirsFirst: true };

/** A chart of five million prints from buckets, compared with grouping the events themselves, which are stored in order of time. */
export const CHART_GOALS: readonly RatioGoal[] = [
  goal('DAYS', DAY, THREE_YEARS),
  goal('WEEKS', 7 * DAY, THREE_YEARS),
  goal('HOURS', HOUR, LONGEST * HOUR),
  goal('MINUTES', MINUTE, LONGEST * MINUTE),
];

function goal(resolution: Resolution, unit: number, length: number): RatioGoal {
  return {
    name: resolution === 'DAYS' ? 'P28' : `P28-${resolution.toLowerCase()}`,
    goal: { atLeast: 1_000 },
    effort: EFFORT,
    prepare: () => chartContest(resolution, unit, END - length),
  };
}

/** Local days are harder to group by than UTC days; the events get the easier task. */
async function chartContest(resolution: Resolution, unit: number, start: number): Promise<Contest> {
  const db = openControllerDatabase(':memory:');
  await sql`CREATE TABLE events (printer TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (printer, at)) STRICT, WITHOUT ROWID`.execute(db);
  await sql`
    WITH RECURSIVE numbers(number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${PRINTS - 1})
    INSERT INTO events SELECT ${PRINTER}, ${start} + CAST(number * ${(END - start) / PRINTS} AS INTEGER) FROM numbers`.execute(db);
  await sql`INSERT INTO history_minutes SELECT printer, at / 60000, count(*) FROM events GROUP BY 1, 2`.execute(db);
  await sql`INSERT INTO history_quarters SELECT printer, minute / 15, sum(count) FROM history_minutes GROUP BY 1, 2`.execute(db);
  await db
    .insertInto('print_counters')
    .values({ printer: PRINTER, triggers: PRINTS, trigger_bounces: 0, printed_labels: PRINTS })
    .execute();
  const history = new History({ db, now: () => END, timeZone: async () => 'Europe/Berlin', requirePrinter: () => undefined });
  return {
    a: () => history.read(PRINTER, { resolution, start: start / 1_000, end: (END - 1) / 1_000 }),
    b: () =>
      sql`SELECT at / ${unit} AS bucket, count(*) AS count FROM events
        WHERE printer = ${PRINTER} AND at >= ${start} AND at < ${END} GROUP BY bucket`.execute(db),
    dispose: () => db.destroy(),
  };
}
