import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { History } from '#controller/history/history.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

describe('a history that was read before', () => {
  let db: ControllerDatabase;
  let history: History;

  beforeEach(async () => {
    db = openControllerDatabase(':memory:');
    history = open();
    await print('2026-11-21T08:00:00Z', '2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z');
    await read();
  });
  afterEach(() => db.destroy());

  function open(): History {
    return new History({ db, now: () => NOW, timeZone: async () => 'UTC', requirePrinter: () => undefined });
  }

  async function print(...moments: string[]): Promise<void> {
    for (const at of moments) await inTransaction(db, (trx) => history.countPrinted({ printer: 'Line 1', at: Date.parse(at) }, trx));
  }

  async function read(): Promise<number[]> {
    return (await history.read('Line 1', { resolution: 'HOURS', start: Date.parse('2026-11-21T07:00:00Z') / 1_000 })).count;
  }

  it('includes later prints', async () => {
    await print('2026-11-21T10:00:30Z', '2026-11-21T11:30:00Z');
    expect(await read()).toEqual([0, 1, 1, 2, 1, 0]);
  });

  it('C1 includes later prints of a clock that was set back', async () => {
    await print('2026-11-21T08:30:00Z');
    expect(await read()).toEqual([0, 2, 1, 1, 0, 0]);
  });

  it('includes counts of another writer', async () => {
    const other = open();
    await inTransaction(db, (trx) => other.countPrinted({ printer: 'Line 1', at: Date.parse('2026-11-21T08:00:00Z') }, trx));
    expect(await read()).toEqual([0, 2, 1, 1, 0, 0]);
  });

  it('returns an old range, and the current day after that', async () => {
    await inTransaction(db, async (trx) => {
      const minutes = Array.from({ length: 300 }, (_, minute) => Date.parse('2026-11-20T00:00:00Z') + minute * 60_000);
      for (const at of minutes) await history.countPrinted({ printer: 'Line 1', at }, trx);
    });
    const at = (text: string) => Date.parse(text) / 1_000;
    const past = await history.read('Line 1', {
      resolution: 'MINUTES',
      start: at('2026-11-19T23:59:00Z'),
      end: at('2026-11-20T00:01:00Z'),
    });
    const today = await history.read('Line 1', {
      resolution: 'MINUTES',
      start: at('2026-11-21T10:00:00Z'),
      end: at('2026-11-21T10:01:00Z'),
    });
    expect([past.count, today.count]).toEqual([
      [0, 1, 1],
      [1, 0],
    ]);
  });

  it('is cut by the minute where it was cut by the hour', async () => {
    const { count } = await history.read('Line 1', { resolution: 'MINUTES', start: Date.parse('2026-11-21T08:59:00Z') / 1_000 });
    expect(count.flatMap((prints, minute) => (prints > 0 ? [[minute, prints]] : []))).toEqual([
      [1, 1],
      [61, 1],
    ]);
  });
});
