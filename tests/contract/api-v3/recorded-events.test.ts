import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordedEvent, RecordedEventsPage } from '#contract/api-v3/recorded-event.ts';
import { RecordedEvents } from '#controller/recorded-events/recorded-events.ts';
import { RecordedPrints } from '#controller/recorded-events/recorded-prints.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

const PRINTER = 'printers/Line%201';

let service: OpenService;
beforeEach(async () => {
  service = await openService({ virtualPrinters: 2 });
  await put('labels/Plain', textLabel('plain'));
  await warm(service);
});
afterEach(() => service.close());

const call = (method: string, path: string, body?: unknown) =>
  service.call(`/api/v3/${path}`, { method, headers: { 'strobe-author': 'Ana' }, ...(body !== undefined && { body }) });
const put = (path: string, body: unknown) => call('PUT', path, body);
const post = (path: string, body?: unknown) => call('POST', path, body);
const page = async (query = '', headers: Record<string, string> = {}) =>
  (await service.call(`/api/v3/events/recorded${query}`, { headers })).json as RecordedEventsPage;
/** The events of these kinds, once there are so many. */
const recorded = async (count: number, ...kinds: string[]): Promise<RecordedEvent[]> =>
  (
    await until(
      () => page(`?kinds=${kinds.join(',')}`),
      ({ events }) => events.length >= count,
    )
  ).events;
const print = (times: number) =>
  Array.from({ length: times }).reduce<Promise<unknown>>(
    (before) =>
      before.then(() =>
        until(
          () => post(`${PRINTER}/trigger`),
          ({ status }) => status === 202,
        ),
      ),
    Promise.resolve(),
  );

describe('recorded events', () => {
  it('are the start, and a job with its counts from its selection to its end', async () => {
    await post(`${PRINTER}/printJob`, { labelName: 'Plain', copies: 2, description: 'Shift 1' });
    await print(2);
    const events = await recorded(3, 'controller.started', 'job.selected', 'job.ended');
    const job = events[1]?.data['job'];
    expect(events.map(({ kind, printer, data }) => ({ kind, printer, data }))).toEqual([
      { kind: 'controller.started', printer: undefined, data: { version: '0.0.0' } },
      {
        kind: 'job.selected',
        printer: 'Line 1',
        data: { job, label: 'Plain', description: 'Shift 1', copies: 2, operator: 'Ana' },
      },
      {
        kind: 'job.ended',
        printer: 'Line 1',
        data: { job, state: 'done', label: 'Plain', description: 'Shift 1', ...{ printed: expect.any(Number), handedOver: 0, voided: 0 } },
      },
    ]);
    const settled = await recorded(1, 'prints.settled');
    const counts = settled.flatMap(({ data }) => data['jobs'] as { job: string; printed: number }[]);
    expect(counts.every((one) => one.job === job)).toBe(true);
    await until(
      async () => (await page('?kinds=prints.settled')).events.flatMap(({ data }) => data['jobs'] as { printed: number }[]),
      (jobs) => jobs.reduce((sum, { printed }) => sum + printed, 0) === 2,
    );
  });

  it('count the first prints of a printer that was added later, although the controller ends before it has counted them', async () => {
    const size = { dpi: 300, physicalWidth: 110, height: 35, lineSpeed: 2_400 };
    await put('printers/New', { engine: { kind: 'virtual', warmUp: 0 }, ...size });
    await post('printers/New/printJob', { labelName: 'Plain', copies: 1 });
    await until(
      () => post('printers/New/trigger'),
      ({ status }) => status === 202,
    );
    const state = async () => (await service.db.selectFrom('prints').select('state').executeTakeFirst())?.state;
    await until(state, (found) => found === 'printed');
    // As the next start of the controller does.
    const prints = new RecordedPrints(new RecordedEvents(service.db));
    await inTransaction(service.db, async (trx) => {
      await prints.start(['Line 1', 'Line 2', 'New'], trx);
      await prints.record('New', Date.now(), trx);
    });
    const settled = (await page('?kinds=prints.settled')).events;
    expect(settled).toMatchObject([{ printer: 'New', data: { firstPrint: 1, lastPrint: 1, jobs: [{ printed: 1 }] } }]);
  });

  it('begin and end an alarm with the same identifier', async () => {
    await post(`${PRINTER}/faults`, { fault: 'cover-open' });
    const [began] = await recorded(1, 'printer.error-began');
    await call('DELETE', `${PRINTER}/faults/cover-open`);
    const [ended] = await recorded(1, 'printer.error-ended');
    expect(began).toMatchObject({ printer: 'Line 1', data: { detail: expect.stringMatching(/cover/i) as string } });
    expect(ended?.data).toMatchObject({ alarm: began?.data['alarm'], since: began?.at, detail: began?.data['detail'] });
  });

  it('tell of orders, and of lines that are stopped and resumed', async () => {
    await put('orders/4711', { labelName: 'Plain', quantity: 1, printers: ['Line 1'] });
    await recorded(1, 'order.started');
    await print(1);
    const orders = await recorded(3, 'order.received', 'order.started', 'order.ended');
    expect(orders.map(({ kind, data }) => [kind, data['order'], data['state']])).toEqual([
      ['order.received', '4711', 'open'],
      ['order.started', '4711', 'started'],
      ['order.ended', '4711', 'done'],
    ]);
    await put('lines/Filling', { printers: ['Line 1'], rules: { productsWithoutPrint: 1 } });
    await post(`${PRINTER}/printJob`, { labelName: 'Plain' });
    await post(`${PRINTER}/faults`, { fault: 'cover-open' });
    await until(
      () => post(`${PRINTER}/trigger`),
      ({ status }) => status === 409,
    );
    const [stopped] = await recorded(1, 'line.stopped');
    await call('DELETE', `${PRINTER}/faults/cover-open`);
    await post('lines/Filling/resume', { reason: 'looked at it' });
    const [resumed] = await recorded(1, 'line.resumed');
    expect(stopped).toMatchObject({ printer: 'Line 1', data: { line: 'Filling', rule: 'products-without-print' } });
    expect(resumed?.data).toMatchObject({ alarm: stopped?.data['alarm'], endedBy: 'Ana', reason: 'looked at it' });
  });

  it('are read page by page, and say what was removed', async () => {
    for (let time = 0; time < 3; time++) {
      await post(`${PRINTER}/printJob`, { labelName: 'Plain' });
      await post(`${PRINTER}/printJob`);
    }
    await recorded(3, 'job.selected');
    const all = (await page()).events;
    const read: RecordedEvent[] = [];
    for (let after = 0, hasMore = true; hasMore;) {
      const next = await page(`?after=${after}&limit=2`);
      read.push(...next.events);
      ({ next: after, hasMore } = next);
    }
    expect(read).toEqual(all);
    expect(await page('?kinds=clock.untrusted')).toMatchObject({ events: [], hasMore: false, next: all.at(-1)?.number });
    await service.db.deleteFrom('recorded_events').where('number', '<=', 2).execute();
    expect([(await page('?after=1')).isIncomplete, (await page('?after=2')).isIncomplete]).toEqual([true, false]);
    expect(await call('GET', 'events/recorded?kinds=none')).toMatchObject({ status: 400 });
  });

  it('E8 of other printers, of orders and of devices are not shown to a key that is limited to printers', async () => {
    await put('orders/4712', { labelName: 'Plain', quantity: 1, printers: ['Line 1'] });
    await recorded(1, 'order.started');
    const key = await service.apiKeys.add({ name: 'limited', scopes: ['read'], printers: ['Line 2'] });
    const shown = await page('', { authorization: `Bearer ${key}` });
    expect(shown.events.map(({ kind }) => kind)).toEqual(['controller.started']);
    expect(shown.next).toBe((await page()).next);
  });

  it('keep the name of a printer that is renamed', async () => {
    await post('printers/Line%202/printJob', { labelName: 'Plain' });
    await recorded(1, 'job.selected');
    await post('printers/Line%202/printJob', undefined);
    await recorded(1, 'job.ended');
    expect(await post('printers/Line%202/rename', { name: 'Carton' })).toMatchObject({ status: 204 });
    const events = await recorded(2, 'job.selected', 'job.ended');
    expect(events.map(({ printer }) => printer)).toEqual(['Carton', 'Carton']);
  });
});
