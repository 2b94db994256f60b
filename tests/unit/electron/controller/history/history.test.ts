import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrintHistoryQuery } from '#contract/api-v3/print-history.ts';
import { ProblemError } from '#contract/problem.ts';
import { History } from '#controller/history/history.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';

const NOW = Date.parse('2026-11-21T06:30:30Z');
const seconds = (text: string) => Date.parse(text) / 1_000;

describe('the history', () => {
  let db: ControllerDatabase;
  let history: History;
  let timeZone: string;

  beforeEach(() => {
    timeZone = 'Europe/Berlin';
    db = openControllerDatabase(':memory:');
    history = new History({
      db,
      now: () => NOW,
      timeZone: async () => timeZone,
      requirePrinter: (name) => {
        if (name !== 'Line 1') throw new ProblemError('not-found', { detail: `There is no printer "${name}".` });
      },
    });
  });
  afterEach(() => db.destroy());

  async function print(...moments: string[]): Promise<void> {
    for (const at of moments) await inTransaction(db, (trx) => history.countPrinted({ printer: 'Line 1', at: Date.parse(at) }, trx));
  }

  const read = (query: Partial<PrintHistoryQuery> = {}) => history.read('Line 1', { resolution: 'DAYS', ...query });

  it('counts triggers, bounces and printed labels', async () => {
    await inTransaction(db, (trx) => history.countTrigger('Line 1', trx));
    await history.countBounce('Line 1');
    await history.countBounce('Line 1');
    await print('2026-11-21T06:00:00Z');
    await expect(history.counters('Line 1')).resolves.toEqual({ triggers: 1, triggerBounces: 2, printedLabels: 1, handedOverLabels: 0 });
  });

  it('counts nothing before the first print', async () => {
    await expect(history.counters('Line 1')).resolves.toEqual({ triggers: 0, triggerBounces: 0, printedLabels: 0, handedOverLabels: 0 });
  });

  it('has one empty bucket, that of now, before the first print', async () => {
    await expect(read()).resolves.toEqual({ time: [seconds('2026-11-20T23:00:00Z')], count: [0] });
  });

  it('reaches from the first print until now, and empty buckets are there', async () => {
    await print('2026-11-18T12:00:00Z', '2026-11-20T22:59:59Z', '2026-11-20T23:00:00Z', '2026-11-21T06:30:00Z');
    await expect(read()).resolves.toEqual({
      time: ['2026-11-17T23:00:00Z', '2026-11-18T23:00:00Z', '2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z'].map(seconds),
      count: [1, 0, 1, 2],
    });
  });

  it('counts by the minute', async () => {
    await print('2026-11-21T06:28:59Z', '2026-11-21T06:30:00Z', '2026-11-21T06:30:29Z');
    const { count } = await read({ resolution: 'MINUTES' });
    expect(count).toEqual([1, 0, 2]);
  });

  it('counts by the hour and by the week', async () => {
    await print('2026-11-21T04:59:59Z', '2026-11-21T05:00:00Z', '2026-11-21T06:01:00Z');
    const [hours, weeks] = [await read({ resolution: 'HOURS' }), await read({ resolution: 'WEEKS' })];
    expect([hours.count, weeks]).toEqual([[1, 1, 1], { time: [seconds('2026-11-15T23:00:00Z')], count: [3] }]);
  });

  it('counts only what was printed in the range', async () => {
    await print('2026-11-20T12:00:00Z', '2026-11-21T05:00:00Z', '2026-11-21T06:00:00Z');
    const day = seconds('2026-11-20T12:00:00Z');
    await expect(read({ start: day, end: day })).resolves.toEqual({ time: [seconds('2026-11-19T23:00:00Z')], count: [1] });
  });

  it('has one bucket for an end before the first print', async () => {
    await print('2026-11-21T05:00:00Z');
    await expect(read({ end: seconds('2020-01-01T12:00:00Z') })).resolves.toEqual({ time: [seconds('2019-12-31T23:00:00Z')], count: [0] });
  });

  it('C1 reaches to the last print by default when the clock was set back meanwhile', async () => {
    await print('2026-11-21T06:00:00Z', '2026-11-22T05:00:00Z', '2026-11-22T05:59:00Z');
    const hours = await read({ resolution: 'HOURS' });
    expect([hours.time.at(-1), hours.count.at(0), hours.count.at(-1)]).toEqual([seconds('2026-11-22T05:00:00Z'), 1, 2]);
  });

  it('C1 ends with a requested end nevertheless', async () => {
    await print('2026-11-21T06:00:00Z', '2026-11-22T05:00:00Z');
    await expect(read({ resolution: 'HOURS', end: NOW / 1_000 })).resolves.toEqual({ time: [seconds('2026-11-21T06:00:00Z')], count: [1] });
  });

  it('C4 stores quarter-hours in UTC when the zone changes, and returns the same once it is changed back', async () => {
    const stored = () => db.selectFrom('history_quarters').selectAll().orderBy('quarter').execute();
    await print('2026-11-19T22:59:00Z', '2026-11-20T03:29:00Z', '2026-11-20T03:30:00Z');
    const before = [await stored(), await read()];
    timeZone = 'Asia/Kathmandu';
    await read();
    const between = await stored();
    timeZone = 'Europe/Berlin';
    const quarters = ['2026-11-19T22:45:00Z', '2026-11-20T03:15:00Z', '2026-11-20T03:30:00Z'].map((at) => seconds(at) / 900);
    expect([between, [between, await read()]]).toEqual([quarters.map((quarter) => ({ printer: 'Line 1', quarter, count: 1 })), before]);
  });

  it.each([
    ['Europe/Berlin', [1, 4, 0]],
    ['America/St_Johns', [3, 2, 0]],
    ['Asia/Kathmandu', [4, 1]],
  ])('C4 cuts the same prints into the days of %s', async (zone, count) => {
    await print('2026-11-19T22:59:00Z', '2026-11-19T23:00:00Z', '2026-11-20T03:29:00Z', '2026-11-20T03:30:00Z', '2026-11-20T18:15:00Z');
    timeZone = zone;
    expect((await read()).count).toEqual(count);
  });

  it('refuses a start after now', async () => {
    await expect(read({ start: NOW / 1_000 + 1 })).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer: '?start', detail: 'must not be after end' }] },
    });
  });

  it('refuses more than 20 000 buckets and names the resolution that fits', async () => {
    await expect(read({ resolution: 'MINUTES', start: seconds('2026-11-01T00:00:00Z') })).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer: '?resolution', detail: expect.stringContaining('; HOURS fits') as string }] },
    });
  });

  it('E24 refuses a range for which no resolution fits', async () => {
    await expect(read({ resolution: 'MINUTES', start: seconds('0000-01-01T00:00:00Z') })).rejects.toMatchObject({
      context: { errors: [{ pointer: '?resolution', detail: expect.stringContaining('no coarser resolution fits') as string }] },
    });
  });

  it.each([{ start: -8.64e12 }, { end: 8.64e12 }])('refuses a moment at the end of time: %o', async (query) => {
    await expect(read({ resolution: 'WEEKS', ...query })).rejects.toMatchObject({ slug: 'invalid-input' });
  });

  it('refuses a printer that is not there', async () => {
    await expect(history.read('Line 9', { resolution: 'DAYS' })).rejects.toMatchObject({ slug: 'not-found' });
  });
});
