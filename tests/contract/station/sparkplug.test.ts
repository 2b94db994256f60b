import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sparkplugSettingsSchema } from '#contract/api-v3/sparkplug.ts';
import type { StationClient } from '#contract/station/index.ts';
import { openService, type OpenService } from '#support/open-service.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { onlineAt } from '#support/watch.ts';

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  let service: OpenService;
  let station: OpenStation;
  let client: StationClient;
  let connection: string;

  beforeAll(async () => {
    service = await openService({ virtualPrinters: 1 });
    station = await openStation({ controllers: [service.url] });
    client = recording(await station.connect(link), called);
    connection = await onlineAt(client, service.url);
  });

  afterAll(async () => {
    await station.close();
    await service.close();
  });

  it('the settings of MQTT Sparkplug are read, tested and replaced, and the password is never read', async () => {
    expect(await client.sparkplug.get({ connection })).toMatchObject({ isEnabled: false, servers: [], keepAlive: 30 });
    expect(await client.sparkplug.state({ connection })).toMatchObject({ phase: 'off', history: { waiting: 0, sent: 0 } });
    const servers = [{ url: 'mqtt://127.0.0.1:9' }];
    const settings = sparkplugSettingsSchema.parse({ servers, groupId: 'Plant', nodeId: 'Cell 4', user: 'cell4', password: 'secret' });
    expect(await client.sparkplug.test({ connection, settings })).toMatchObject([{ url: servers[0]?.url, isReachable: false }]);
    await client.sparkplug.put({ connection, settings });
    const stored = await client.sparkplug.get({ connection });
    expect(stored).toMatchObject({ user: 'cell4', password: null, passwordSet: true });
    await client.sparkplug.put({ connection, settings: { ...stored, keepAlive: 60 } });
    expect(await client.sparkplug.get({ connection })).toMatchObject({ keepAlive: 60, passwordSet: true });
  });

  it('a stored password is not sent to another server, and none without encryption to another machine', async () => {
    const stored = await client.sparkplug.get({ connection });
    const put = (url: string, password: string | null) =>
      client.sparkplug.put({ connection, settings: { ...stored, servers: [{ url }], password } });
    await expect(put('mqtts://other.example', null)).rejects.toMatchObject({
      slug: 'invalid-input',
      message: expect.stringContaining('/password'),
    });
    await expect(put('mqtt://other.example', 'secret')).rejects.toMatchObject({
      slug: 'invalid-input',
      message: expect.stringContaining('mqtts'),
    });
    await put('mqtts://other.example', 'secret');
  });

  it('settings that cannot be used are refused at their field', async () => {
    const stored = await client.sparkplug.get({ connection });
    const refused = (change: object) => client.sparkplug.put({ connection, settings: { ...stored, ...change } });
    await expect(refused({ isEnabled: true, nodeId: '' })).rejects.toMatchObject({ slug: 'invalid-input' });
    const commands = [{ printer: 'Line 9', key: 'scada', select: true, trigger: false, abort: false }];
    await expect(refused({ commands })).rejects.toMatchObject({ slug: 'invalid-input' });
  });

  it('every operation on it was called', () => {
    const isOurs = (noun: string): boolean => noun === 'sparkplug';
    expect([...called].filter((name) => isOurs(name.split('.')[0]!)).sort()).toEqual(operationsOf(isOurs));
  });
});
