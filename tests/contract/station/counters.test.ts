import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
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

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  let client: StationClient;
  let connection: string;

  beforeAll(async () => {
    client = recording(await station.connect(link), called);
    connection = (await connectionWhen(client, ({ url, state }) => url === service.url && state === 'online')).id;
  });

  it('counters are put, listed, read, renamed and removed', async () => {
    const name = `C ${link}`;
    await expect(client.counters.put({ expected: null, connection, name, counter: { value: 5 } })).resolves.toEqual({ created: true });
    expect(await client.counters.list({ connection })).toContainEqual({ name, value: 5 });
    await expect(client.counters.get({ connection, name })).resolves.toMatchObject({ value: 5, width: 0, step: 1 });
    await expect(client.counters.rename({ connection, name, newName: `${name} 2` })).resolves.toEqual({});
    await expect(client.counters.remove({ connection, name: `${name} 2`, reason: 'a new series' })).resolves.toEqual({});
  });

  it('a counter takes its numbers from the plant, and has its own again', async () => {
    const name = `Plant ${link}`;
    await client.counters.put({ expected: null, connection, name, counter: { value: 5 } });
    await expect(client.counters.plant({ connection, name })).resolves.toBeNull();
    await expect(client.counters.takeFromPlant({ connection, name, source: { counter: 'Case' } })).resolves.toEqual({});
    await expect(client.counters.plant({ connection, name })).resolves.toMatchObject({ counter: 'Case', left: 0 });
    await expect(client.counters.endPlantNumbers({ connection, name, reason: 'no plant here' })).resolves.toEqual({});
    await expect(client.counters.plant({ connection, name })).resolves.toBeNull();
  });

  it('every operation was called', () => {
    expect([...called].sort()).toEqual(expect.arrayContaining(operationsOf((noun) => noun === 'counters')));
  });
});
