import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import { openConnectedStation, type ConnectedStation } from '#support/connected-station.ts';
import { LINKS } from '#support/open-station.ts';
import { operationsOf } from '#support/recording-client.ts';

let place: ConnectedStation;

beforeAll(async () => {
  place = await openConnectedStation({ virtualPrinters: 1 });
});

afterAll(() => place.close());

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  let client: StationClient;
  let connection: string;

  beforeAll(async () => {
    ({ client, connection } = await place.connect(link, called));
  });

  it('readers are put, listed, tested and removed, and a scanned code is compared with a print', async () => {
    const name = `Camera ${link}`;
    const printer = 'Line 1';
    const connect = { mode: 'connect', host: '127.0.0.1', port: 9 };
    const configuration = { connection: connect, printer, arrival: { distance: 100, window: 10 } };
    await expect(client.readers.put({ connection, name, configuration })).resolves.toEqual({});
    await expect(client.readers.list({ connection })).resolves.toMatchObject([{ name, printer, state: 'waiting' }]);
    await expect(client.readers.get({ connection, name })).resolves.toMatchObject(configuration);
    await expect(client.readers.results({ connection, name, limit: 5 })).resolves.toEqual({ results: [], next: null });
    await expect(client.readers.test({ connection, configuration })).resolves.toMatchObject({ isReachable: false });
    await expect(client.readers.testStored({ connection, name })).resolves.toMatchObject({ isReachable: false });
    const scan = { connection, printer, text: 'X', among: 1, idempotencyKey: randomUUID() };
    await expect(client.readers.scanCheck(scan)).resolves.toMatchObject({ verdict: 'unmatched', read: 'X' });
    await expect(client.readers.remove({ connection, name })).resolves.toEqual({});
  });

  it('every operation was called', () => {
    expect([...called].sort()).toEqual(expect.arrayContaining(operationsOf((noun) => noun === 'readers')));
  });
});
