import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { until } from '#support/until.ts';
import { onlineAt } from '#support/watch.ts';

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  let service: OpenService;
  let station: OpenStation;
  let client: StationClient;
  let connection: string;

  beforeAll(async () => {
    service = await openService({ virtualPrinters: 2 });
    await service.call('/api/v3/labels/Plain', { method: 'PUT', body: textLabel('plain') });
    await warm(service);
    station = await openStation({ controllers: [service.url] });
    client = recording(await station.connect(link), called);
    connection = await onlineAt(client, service.url);
  });

  afterAll(async () => {
    await station.close();
    await service.close();
  });

  const put = (id: string, more: object = {}) =>
    service.call(`/api/v3/orders/${id}`, {
      method: 'PUT',
      body: { labelName: 'Plain', quantity: 4, printers: ['Line 1'], start: 'operator', ...more },
    });
  const key = () => ({ idempotencyKey: randomUUID() });

  it('orders are listed by state and printer, page by page', async () => {
    for (const id of ['A', 'B', 'C']) await put(id);
    await put('D', { printers: ['Line 2'] });
    const first = await client.orders.list({ connection, states: ['open'], printer: 'Line 1', limit: 2 });
    expect(first.orders.map(({ id }) => id)).toEqual(['C', 'B']);
    const rest = await client.orders.list({ connection, states: ['open'], printer: 'Line 1', before: first.next!, limit: 2 });
    expect(rest.orders.map(({ id }) => id)).toEqual(['A']);
    expect((await client.orders.list({ connection, states: ['done'], limit: 2 })).orders).toEqual([]);
  });

  it('an order is started by a person, in place of another job, and cancelled with a reason', async () => {
    await client.orders.start({ connection, id: 'A', replace: false, ...key() });
    expect(await client.orders.get({ connection, id: 'A' })).toMatchObject({
      state: 'queued',
      asked: 4,
      printed: 0,
      jobs: [{ printer: 'Line 1' }],
    });
    const second = { connection, id: 'B', ...key() };
    await expect(client.orders.start({ ...second, replace: false })).rejects.toMatchObject({ slug: 'printer-has-job' });
    await client.orders.start({ connection, id: 'B', replace: true, ...key() });
    await client.orders.cancel({ connection, id: 'B', reason: 'wrong label', ...key() });
    expect(await client.orders.get({ connection, id: 'B' })).toMatchObject({ state: 'cancelled', reason: 'wrong label' });
  });

  it('folders for orders are added, watched and removed', async () => {
    const path = temporaryFolder();
    const configuration = { path, interval: 1, defaults: { labelName: 'Plain', printers: ['Line 1'], start: 'operator' } };
    await client.orderFolders.put({ connection, name: 'ERP', configuration });
    writeFileSync(join(path, 'F1.json'), '{"quantity":1}');
    const { files } = await until(
      () => client.orderFolders.files({ connection, name: 'ERP', limit: 10 }),
      (page) => page.files.length > 0,
    );
    expect(files).toMatchObject([{ file: 'F1.json', result: 'accepted', orders: [{ id: 'F1', result: 'created' }] }]);
    expect(await client.orderFolders.list({ connection })).toMatchObject([{ name: 'ERP', path, state: 'watching' }]);
    await expect(client.orderFolders.put({ connection, name: 'Other', configuration: { path: 'x' } })).rejects.toMatchObject({
      slug: 'invalid-input',
    });
    await client.orderFolders.remove({ connection, name: 'ERP' });
    expect(await client.orderFolders.list({ connection })).toEqual([]);
  });

  it('every operation of orders was called', () => {
    const mine = (noun: string) => noun === 'orders' || noun === 'orderFolders';
    expect([...called].filter((name) => mine(name.split('.')[0]!)).sort()).toEqual(operationsOf(mine));
  });
});
