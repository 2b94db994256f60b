import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resolution } from '#contract/api-v3/print-history.ts';
import { History } from '#controller/history/history.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { Random } from '#support/random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FIRST = Date.parse('2010-01-01T00:00:00Z');
const LAST = Date.parse('2020-01-01T00:00:00Z');
/** Zones that change at midnight, by half an hour, by two hours, during Ramadan, or once; with quarter-hour offsets, or a skipped day. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Havana',
  'America/Caracas',
  'Africa/Casablanca',
  'Asia/Tehran',
  'Asia/Kathmandu',
  'Asia/Pyongyang',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
];
const SEED = 20_261_121;

/** The local time according to Intl alone. */
class WallClock {
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  }

  /** Such as `2010-03-28 03:00:00`. */
  show(at: number): string {
    return this.#format.format(at);
  }

  day(at: number): string {
    return this.show(at).slice(0, 10);
  }

  /** The Monday of the week. */
  week(at: number): string {
    const day = Date.parse(this.day(at));
    return new Date(day - ((new Date(day).getUTCDay() + 6) % 7) * DAY).toISOString().slice(0, 10);
  }

  /** The last full local hour, searched minute by minute. */
  hour(at: number): string {
    let minute = Math.floor(at / MINUTE) * MINUTE;
    while (!this.show(minute).endsWith(':00:00')) minute -= MINUTE;
    return String(minute);
  }

  /** The minutes at which the UTC offset changes. */
  changes(): number[] {
    const days = Array.from({ length: (LAST - FIRST) / DAY }, (_, day) => FIRST + day * DAY);
    return days.filter((day) => this.#offset(day) !== this.#offset(day + DAY)).map((day) => this.#changeBetween(day, day + DAY));
  }

  #offset(at: number): number {
    return Date.parse(`${this.show(at).replace(' ', 'T')}Z`) - at;
  }

  #changeBetween(before: number, after: number): number {
    if (after - before <= MINUTE) return after;
    const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE;
    return this.#offset(middle) === this.#offset(before) ? this.#changeBetween(middle, after) : this.#changeBetween(before, middle);
  }
}

/** Times of prints: some at random, and some around every change of the offset. */
function momentsOfPrints(): number[] {
  const random = new Random(SEED);
  const anywhere = Array.from({ length: 1_500 }, () => FIRST + random.fraction() * (LAST - FIRST));
  const changes = [...new Set(ZONES.flatMap((zone) => new WallClock(zone).changes()))];
  const around = changes.flatMap((change) =>
    Array.from({ length: 19 }, (_, step) => change + (step - 9) * 11 * MINUTE + (random.fraction() * HOUR) / 6),
  );
  return [...anywhere, ...around].filter((at) => at >= FIRST && at < LAST).map(Math.floor);
}

describe(`the history of ten years (seed ${SEED})`, () => {
  const moments = momentsOfPrints();
  let db: ControllerDatabase;
  let timeZone = 'UTC';
  let history: History;

  beforeAll(async () => {
    db = openControllerDatabase(':memory:');
    history = new History({ db, now: () => LAST, timeZone: async () => timeZone, requirePrinter: () => undefined });
    await inTransaction(db, async (trx) => {
      for (const at of moments) await history.countPrinted({ printer: 'Line 1', at }, trx);
    });
  });
  afterAll(() => db.destroy());

  /** Counts of non-empty buckets, by the `name` of their start. */
  async function counted(resolution: Resolution, [start, end]: readonly [number, number], name: (at: number) => string) {
    const { time, count } = await history.read('Line 1', { resolution, start: start / 1_000, end: (end - 1) / 1_000 });
    return { named: time.map((at) => name(at * 1_000)), counts: byName(time.map((at, index) => [name(at * 1_000), count[index]!])) };
  }

  function expected([start, end]: readonly [number, number], name: (at: number) => string): Map<string, number> {
    return byName(moments.filter((at) => at >= start && at < end).map((at) => [name(at), 1]));
  }

  const YEARS: [number, number] = [FIRST + DAY, LAST - DAY];

  /** Ranges end on bucket boundaries of every zone, so that they contain all prints. */
  function within(clock: WallClock, name: 'day' | 'week'): [number, number] {
    const isStart = (at: number): boolean => clock[name](at) !== clock[name](at - 1_000);
    const nextStart = (at: number): number => (isStart(at) ? at : nextStart(at + 15 * MINUTE));
    return [nextStart(YEARS[0]), nextStart(YEARS[1] - 8 * DAY)];
  }

  describe.each(ZONES)('in %s', (zone) => {
    const clock = new WallClock(zone);

    it.each([
      ['DAYS', 'day'],
      ['WEEKS', 'week'],
    ] as const)('C3 has every print in one of its %s, each of which is there once', async (resolution, name) => {
      timeZone = zone;
      const range = within(clock, name);
      const call = (at: number): string => clock[name](at);
      const { named, counts } = await counted(resolution, range, call);
      expect([counts, named]).toEqual([expected(range, call), namesBetween(range, call)]);
    });

    it('C3 has every print in one of its HOURS', async () => {
      timeZone = zone;
      const call = (at: number): string => clock.hour(at);
      for (let year = 2010; year < 2020; year += 2) {
        const range = [Date.UTC(year, 0, 2), Date.UTC(year + 2, 0, 1)].map((at) => Number(clock.hour(at))) as [number, number];
        const { counts } = await counted('HOURS', range, String);
        expect(counts).toEqual(expected(range, call));
      }
    });

    it('C3 has every print in one of its MINUTES around a change of the clock', async () => {
      timeZone = zone;
      const call = (at: number): string => clock.show(Math.floor(at / MINUTE) * MINUTE);
      for (const change of clock.changes().slice(0, 4)) {
        const range: [number, number] = [change - DAY, change + 2 * DAY];
        const { named, counts } = await counted('MINUTES', range, call);
        expect([counts, named.length]).toEqual([expected(range, call), 3 * 1_440]);
      }
    });
  });
});

/** Sums other than 0. */
function byName(entries: readonly (readonly [string, number])[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [name, count] of entries) if (count > 0) sums.set(name, (sums.get(name) ?? 0) + count);
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Every name that moments of a range have, in order, sampled four times per hour. */
function namesBetween([start, end]: readonly [number, number], name: (at: number) => string): string[] {
  const names: string[] = [];
  for (let at = start; at < end; at += 6 * HOUR) if (names.at(-1) !== name(at)) names.push(name(at));
  return names;
}
