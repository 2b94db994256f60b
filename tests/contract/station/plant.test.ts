import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantSettingsSchema } from '#contract/api-v3/plant.ts';
import type { StationClient } from '#contract/station/index.ts';
import { ArchiveReceiver, PLANT_KEY } from '#support/archive-receiver.ts';
import { openService, type OpenService } from '#support/open-service.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { until } from '#support/until.ts';
import { onlineAt } from '#support/watch.ts';

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  let receiver: ArchiveReceiver;
  let service: OpenService;
  let station: OpenStation;
  let client: StationClient;
  let connection: string;

  beforeAll(async () => {
    receiver = await new ArchiveReceiver().start();
    service = await openService({ virtualPrinters: 1 });
    station = await openStation({ controllers: [service.url] });
    client = recording(await station.connect(link), called);
    connection = await onlineAt(client, service.url);
  });

  afterAll(async () => {
    await station.close();
    await service.close();
    await receiver.stop();
  });

  it('the settings of the plant are read, tested and replaced, and the key is never read', async () => {
    expect(await client.plant.get({ connection })).toMatchObject({ isEnabled: false, url: '' });
    expect(await client.plant.state({ connection })).toMatchObject({ phase: 'off', waiting: 0 });
    expect(await client.plant.items({ connection })).toEqual({ items: [] });
    const settings = plantSettingsSchema.parse({ isEnabled: true, url: receiver.url, key: PLANT_KEY, line: 'Line A' });
    expect(await client.plant.test({ connection, settings: { ...settings, key: 'other' } })).toMatchObject({ isAccepted: false });
    expect(await client.plant.test({ connection, settings })).toEqual({ isAccepted: true });
    await client.plant.put({ connection, settings });
    await until(
      () => client.plant.state({ connection }),
      ({ phase }) => phase === 'connected',
    );
    const stored = await client.plant.get({ connection });
    expect(stored).toMatchObject({ key: null, keySet: true, line: 'Line A' });
    await client.plant.put({ connection, settings: { ...stored, line: 'Line B' } });
    expect(await client.plant.get({ connection })).toMatchObject({ keySet: true, line: 'Line B' });
  });

  it('a stored key is not sent to another address', async () => {
    const stored = await client.plant.get({ connection });
    await expect(client.plant.put({ connection, settings: { ...stored, url: 'https://other.example' } })).rejects.toMatchObject({
      slug: 'invalid-input',
      message: expect.stringContaining('/key'),
    });
  });

  it('the key is in no record of the audit log', async () => {
    const { entries } = await client.audit.list({ text: 'plant.', limit: 50 });
    expect(JSON.stringify(entries)).toContain('(not recorded)');
    expect(JSON.stringify(entries)).not.toContain(PLANT_KEY);
  });

  it('every operation on it was called', () => {
    const isOurs = (noun: string): boolean => noun === 'plant';
    expect([...called].filter((name) => isOurs(name.split('.')[0]!)).sort()).toEqual(operationsOf(isOurs));
  });
});
