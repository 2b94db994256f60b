import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventLogEntry, EventLogFeedEvent } from '#contract/station/event-log.ts';
import { BackgroundWrites } from '#station/platform/background-writes.ts';
import { eventLogCsv } from '#station/event-log/event-log-csv.ts';
import { EventLogStore } from '#station/event-log/event-log-store.ts';
import { EventLog } from '#station/event-log/event-log.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import { collect } from '#support/collect.ts';
import { ManualClock } from '#support/manual-clock.ts';

let db: StationDatabase;
let clock: ManualClock;
let writes: BackgroundWrites;
let faults: unknown[];

beforeEach(() => {
  db = openStationDatabase(':memory:');
  clock = new ManualClock(Date.UTC(2026, 10, 21, 6));
  faults = [];
  writes = new BackgroundWrites({ db, clock, report: (error) => faults.push(error) });
});

afterEach(() => db.destroy());

function open(most?: number): EventLog {
  const report = (error: unknown): void => void faults.push(error);
  return new EventLog({ clock, writes, store: new EventLogStore(db, most), controllerName: (id) => `Hall ${id}`, report });
}

const details = (entries: readonly EventLogEntry[]): string[] => entries.map(({ detail }) => detail);

describe('the event log', () => {
  it('returns its entries newest first, and emits the newest id', async () => {
    const eventLog = open();
    const told: EventLogFeedEvent[] = [];
    eventLog.subscribe((event) => told.push(event));
    eventLog.add({ event: 'command-done', subject: 'printing.abort', connection: '1', printer: 'Line 1', person: 'Ada' });
    clock.advance(100);
    eventLog.add({ event: 'alarm-raised', subject: 'ink-low', connection: '1', printer: 'Line 1', detail: 'Ink K is low.' });
    await writes.flush();
    const { entries, next } = await eventLog.list({}, { limit: 10 });
    expect(entries).toEqual([
      {
        ...{ id: 2, at: Date.UTC(2026, 10, 21, 6) + 100, event: 'alarm-raised', subject: 'ink-low', connection: '1', controller: 'Hall 1' },
        ...{ printer: 'Line 1', detail: 'Ink K is low.', reason: '', person: '' },
      },
      {
        ...{
          id: 1,
          at: Date.UTC(2026, 10, 21, 6),
          event: 'command-done',
          subject: 'printing.abort',
          connection: '1',
          controller: 'Hall 1',
        },
        ...{ printer: 'Line 1', detail: '', reason: '', person: 'Ada' },
      },
    ]);
    expect([next, told]).toEqual([
      null,
      [
        { type: 'added', newest: 1 },
        { type: 'added', newest: 2 },
      ],
    ]);
  });

  it('writes many entries in one commit, without waiting', async () => {
    const eventLog = open();
    eventLog.add({ event: 'station-started' });
    expect((await eventLog.list({}, { limit: 1 })).entries).toEqual([]);
    clock.advance(250);
    await writes.flush();
    expect((await eventLog.list({}, { limit: 1 })).entries).toHaveLength(1);
  });

  it.each([
    ['text in any case', { text: ' K IS ' }, ['Ink K is low.']],
    ['a code by its words', { text: 'ink low' }, ['Ink K is low.']],
    ['a person', { text: 'ada' }, ['abort']],
    ['a percent sign as it is', { text: '%' }, ['71 %']],
    ['the printer', { printer: 'Line 2' }, ['71 %']],
    ['the connection', { connection: '2' }, ['71 %']],
    ['the group', { group: 'commands' as const }, ['abort']],
    ['a time', { from: Date.UTC(2026, 10, 21, 7), to: Date.UTC(2026, 10, 21, 8) }, ['Ink K is low.']],
  ])('is searched by %s', async (_name, filter, found) => {
    const eventLog = open();
    eventLog.add({ event: 'command-done', subject: 'printing.abort', connection: '1', printer: 'Line 1', detail: 'abort', person: 'Ada' });
    clock.advance(3_600_000);
    eventLog.add({ event: 'alarm-raised', subject: 'ink-low', connection: '1', printer: 'Line 1', detail: 'Ink K is low.' });
    clock.advance(3_600_000);
    eventLog.add({ event: 'printer-state', subject: 'ERROR', connection: '2', printer: 'Line 2', detail: '71 %' });
    await writes.flush();
    expect(details((await eventLog.list(filter, { limit: 10 })).entries)).toEqual(found);
  });

  it('is read in pages, over several batches', async () => {
    const eventLog = open();
    for (let number = 1; number <= 4_900; number += 1) {
      eventLog.add({ event: 'alarm-raised', detail: number % 700 === 0 ? `rare ${number}` : 'common' });
      if (number % 1_000 === 0) await writes.flush();
    }
    await writes.flush();
    const pages: string[][] = [];
    let before: number | undefined;
    do {
      const { entries, next } = await eventLog.list({ text: 'rare' }, { before, limit: 3 });
      pages.push(details(entries));
      before = next ?? undefined;
    } while (before !== undefined);
    expect(pages).toEqual([['rare 4900', 'rare 4200', 'rare 3500'], ['rare 2800', 'rare 2100', 'rare 1400'], ['rare 700']]);
  });

  it('deletes its oldest entries', async () => {
    const eventLog = open(3);
    for (const detail of ['a', 'b', 'c', 'd', 'e']) eventLog.add({ event: 'alarm-raised', detail });
    await writes.flush();
    expect(details((await eventLog.list({}, { limit: 10 })).entries)).toEqual(['e', 'd', 'c']);
  });

  it('continues its ids after a restart', async () => {
    const first = open();
    first.add({ event: 'alarm-raised', detail: 'a' });
    await writes.flush();
    const second = open();
    await second.start();
    expect(second.snapshot()).toEqual({ type: 'snapshot', newest: 1 });
    await writes.stop();
    expect((await second.list({}, { limit: 10 })).entries.map(({ id, event }) => [id, event])).toEqual([
      [2, 'station-started'],
      [1, 'alarm-raised'],
    ]);
  });

  it('is exported as CSV without formulas', async () => {
    const eventLog = open();
    eventLog.add({ event: 'command-failed', subject: 'printing.select', printer: '=1+1', detail: 'say "hi", then\ngo', person: 'Ada' });
    await writes.flush();
    const text = (await collect(eventLogCsv(eventLog.find({})))).join('');
    expect(text).toBe(
      '\ufeffTime,Event,Subject,Controller,Printer,Detail,Reason,Person\r\n' +
        `2026-11-21T06:00:00.000Z,command-failed,printing.select,,'=1+1,"say ""hi"", then\ngo",,Ada\r\n`,
    );
  });
});

describe('writes in the background', () => {
  it('that fail are retried in order, and reported once', async () => {
    let isFull = true;
    const written: string[] = [];
    for (const name of ['a', 'b']) {
      writes.add(() => {
        if (isFull) throw new Error('full');
        written.push(name);
        return Promise.resolve();
      });
      await writes.flush();
    }
    expect([written, faults.length]).toEqual([[], 1]);
    isFull = false;
    clock.advance(10_000);
    await writes.flush();
    expect([written, faults.length]).toEqual([['a', 'b'], 1]);
  });
});
