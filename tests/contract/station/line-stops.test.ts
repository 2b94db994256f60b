import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controllerLineSchema } from '#contract/api-v3/controller-line.ts';
import type { StationClient } from '#contract/station/index.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { untilHolds } from '#support/until-holds.ts';
import { onlineAt } from '#support/watch.ts';

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  const line = controllerLineSchema.parse({ printers: ['Line 1'], rules: { productsWithoutPrint: 1 } });
  let service: OpenService;
  let station: OpenStation;
  let client: StationClient;
  let on: { connection: string; name: string };

  beforeAll(async () => {
    service = await openService({ virtualPrinters: 1 });
    await warm(service);
    station = await openStation({ controllers: [service.url] });
    client = recording(await station.connect(link), called);
    on = { connection: await onlineAt(client, service.url), name: 'Filling' };
  });

  afterAll(async () => {
    await station.close();
    await service.close();
  });

  const state = async () => (await client.lineStops.list({ connection: on.connection })).find(({ name }) => name === on.name)?.state;
  const post = (path: string, body?: unknown) => service.call(`/api/v3/printers/Line%201/${path}`, { method: 'POST', body });

  it('a line is added, changed, stopped by its rule, resumed with a reason, renamed and removed', async () => {
    await client.lineStops.add({ ...on, line });
    await expect(client.lineStops.add({ ...on, line })).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    await client.lineStops.change({ ...on, line: { ...line, description: 'Hall 2' } });
    await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('X') });
    await post('printJob', { labelName: 'Carton' });
    await post('faults', { fault: 'cover-open' });
    await post('trigger');
    await untilHolds(async () =>
      expect(await state()).toMatchObject({ isStopped: true, stops: [{ rule: 'products-without-print', printer: 'Line 1' }] }),
    );
    await expect(client.lineStops.resume({ ...on, reason: '' })).rejects.toMatchObject({ slug: 'invalid-input' });
    await client.lineStops.resume({ ...on, reason: 'cover closed' });
    expect(await state()).toMatchObject({ isStopped: false });
    await untilHolds(async () => expect(await client.lineStops.ended(on)).toMatchObject([{ reason: 'cover closed' }]));
    await client.lineStops.rename({ ...on, to: 'Hall 2' });
    await client.lineStops.remove({ ...on, name: 'Hall 2' });
    expect(await client.lineStops.list({ connection: on.connection })).toEqual([]);
  });

  it('a line of the station includes it: its printers, what stops it, its new name', async () => {
    const stop = new AbortController();
    const events = client.lineStops.watch({}, stop.signal)[Symbol.asyncIterator]();
    const next = async () => (await events.next()).value?.included;
    expect(await next()).toEqual([]);
    await client.lineStops.add({ ...on, line });
    const hall = await client.lines.add({ name: `Hall ${link}`, printers: [], controllerLines: [on] });
    expect(hall).toMatchObject({
      printers: [{ connection: on.connection, printer: 'Line 1' }],
      controllerLines: [{ ...on, printers: ['Line 1'] }],
    });
    /** Reads events until one matches. */
    const until = async (expected: object): Promise<void> => {
      for (;;) if (expect.objectContaining({ 0: expect.objectContaining(expected) }).asymmetricMatch(await next())) return;
    };
    const stopped = (isStopped: boolean) => ({
      kind: 'read',
      line: expect.objectContaining({ state: expect.objectContaining({ isStopped }) }),
    });
    await until(stopped(false));
    await post('trigger');
    await until(stopped(true));
    await client.lineStops.resume({ ...on, reason: 'cover closed' });
    await until(stopped(false));
    await client.lineStops.rename({ ...on, to: 'Filling 2' });
    await until({ kind: 'read', name: 'Filling 2' });
    await client.lineStops.remove({ ...on, name: 'Filling 2' });
    await until({ kind: 'missing', name: 'Filling 2' });
    await client.lines.remove({ id: hall.id });
    stop.abort();
  });

  it('every operation on them was called', () => {
    const isOurs = (noun: string): boolean => noun === 'lineStops';
    expect([...called].filter((name) => isOurs(name.split('.')[0]!)).sort()).toEqual(operationsOf(isOurs));
  });
});
