import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type OpenService } from '#support/open-service.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { connectionWhen } from '#support/watch.ts';

let service: OpenService;
let station: OpenStation;

beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  station = await openStation({ controllers: [service.url] });
});

afterAll(async () => {
  await station.close();
  await service.close();
});

it.each(LINKS)('B9 over a %s restored data are reported, and confirmed by a person', async (link) => {
  const called = new Set<string>();
  const client = recording(await station.connect(link), called);
  const { id: connection } = await connectionWhen(client, ({ url, state }) => url === service.url && state === 'online');
  await expect(client.recovery.confirm({ connection })).resolves.toEqual({});
  await expect(client.recovery.get({ connection })).resolves.toEqual({ recovery: null });
  expect([...called].sort()).toEqual(expect.arrayContaining(operationsOf((noun) => noun === 'recovery')));
});
