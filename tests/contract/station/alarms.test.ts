import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Alarm } from '#contract/station/alarms.ts';
import type { StationClient } from '#contract/station/index.ts';
import { eventLogCsvUrl } from '#contract/station/urls.ts';
import { localAuthor } from '#station/platform/local-author.ts';
import { FakeController, STARTED } from '#support/fake-controller.ts';
import { once } from '#support/once.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { alarmWhen, connectionWhen, eventLogHas } from '#support/watch.ts';

let controller: FakeController;
let station: OpenStation;

beforeAll(async () => {
  controller = await new FakeController('one').start();
  controller.answers.set('POST /api/v3/printers/Line%201/abortPrint', { status: 200 });
  for (const method of ['PUT', 'DELETE']) controller.answers.set(`${method} /api/v3/counters/Roll`, { status: 204 });
  station = await openStation({ controllers: [controller.url] });
});

afterAll(async () => {
  await station.close();
  await controller.kill();
});

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  const printer = 'Line 1';
  let client: StationClient;
  let connection: string;

  beforeAll(async () => {
    client = recording(await station.connect(link), called);
    connection = (await connectionWhen(client, ({ url, state }) => url === controller.url && state === 'online')).id;
  });

  it('H5 alarms are watched, acknowledged, shelved and unshelved', async () => {
    const other = await new FakeController(`alarms-${link}`).start();
    try {
      other.status = { ...STARTED, state: 'ERROR', ragStatus: 'RED', errors: ['Head is hot'] };
      const { id: ofOther } = await client.connections.add({ url: other.url, name: 'Hall 9' });
      const seen = (fits: (alarm: Alarm) => boolean) => alarmWhen(client, (alarm) => alarm.connection === ofOther && fits(alarm));
      const { id } = await seen(
        ({ kind, priority, detail }) => kind === 'printer-error' && priority === 'critical' && detail === 'Head is hot',
      );
      await expect(client.alarms.acknowledge({ ids: [id, 'gone'] })).resolves.toEqual({ acknowledged: 1 });
      await seen(({ acknowledged }) => acknowledged?.by === localAuthor());
      await expect(client.alarms.shelve({ id, minutes: 15, reason: ' service is called ' })).resolves.toEqual({});
      await seen(({ shelved }) => shelved?.reason === 'service is called');
      await expect(client.alarms.unshelve({ id })).resolves.toEqual({});
      await seen(({ isActive, acknowledged, shelved }) => isActive && !acknowledged && !shelved);
      await expect(client.alarms.shelve({ id, minutes: 15, reason: '' })).rejects.toMatchObject({ slug: 'invalid-input' });
      await expect(client.alarms.unshelve({ id: 'gone' })).rejects.toMatchObject({ slug: 'not-found' });
      await client.connections.remove({ id: ofOther });
    } finally {
      await other.kill();
    }
  });

  it('the event log has commands with their outcomes, in pages, and the transitions of alarms', async () => {
    await client.printing.abort({ connection, printer, ...once() });
    // Entries are written in order, so all earlier ones are there too.
    const missing = `Missing over a ${link}`;
    await expect(client.printing.abort({ connection: 'missing', printer: missing, ...once() })).rejects.toMatchObject({
      slug: 'not-found',
    });
    await eventLogHas(client, ({ event, printer: named }) => event === 'command-failed' && named === missing);
    const mine = { connection, printer, group: 'commands', text: 'ABORT' } as const;
    const { entries, next } = await client.eventLog.list({ ...mine, limit: 1 });
    expect(entries).toEqual([
      {
        ...{ id: expect.any(Number) as number, at: expect.any(Number) as number, event: 'command-done', subject: 'printing.abort' },
        ...{ connection, printer, controller: new URL(controller.url).host, detail: '', reason: '', person: localAuthor() },
      },
    ]);
    if (next !== null) expect((await client.eventLog.list({ ...mine, before: next, limit: 1 })).entries[0]?.id).toBeLessThan(next);
    const { entries: ofAlarm } = await client.eventLog.list({ group: 'alarms', text: 'head is hot', limit: 4 });
    expect(ofAlarm.map(({ event, reason }) => [event, reason])).toEqual([
      ['alarm-unshelved', ''],
      ['alarm-shelved', 'service is called'],
      ['alarm-acknowledged', ''],
      ['alarm-raised', ''],
    ]);
    const csv = await (await station.fetch(eventLogCsvUrl(mine))).text();
    expect(csv.split('\r\n')[0]).toBe('Time,Event,Subject,Controller,Printer,Detail,Reason,Person');
  });

  it('H19 the reason for setting back or removing a counter is in the event log', async () => {
    const place = { connection, name: 'Roll' };
    await client.counters.put({ expected: null, ...place, counter: { value: 1, width: 4 }, reason: `another roll, ${link}` });
    await expect(client.counters.remove({ ...place, reason: ' ' })).rejects.toMatchObject({ slug: 'invalid-input' });
    await client.counters.remove({ ...place, reason: `a trial, ${link}` });
    for (const given of [`another roll, ${link}`, `a trial, ${link}`]) {
      await eventLogHas(client, ({ event, detail, reason }) => event === 'command-done' && detail === 'Roll' && reason === given);
    }
  });

  it('every operation on alarms and event log was called', () => {
    const mine = (noun: string): boolean => noun === 'alarms' || noun === 'eventLog';
    expect([...called].filter((name) => mine(name.split('.')[0]!)).sort()).toEqual(operationsOf(mine));
  });
});
