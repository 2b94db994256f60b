import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import { openService, type OpenService } from '#support/open-service.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { until } from '#support/until.ts';
import { onlineAt } from '#support/watch.ts';

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  let service: OpenService;
  let station: OpenStation;
  let client: StationClient;
  let connection: string;
  let key: string;

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

  const status = async () => (await service.call('/api/v3/labels', { headers: { authorization: `Bearer ${key}` } })).status;

  it('a key is created, permits what it says, and is told once', async () => {
    ({ key } = await client.apiKeys.create({
      connection,
      name: 'MES',
      rights: { scopes: ['read'], printers: ['Line 1'], expires: '2099-12-31' },
    }));
    expect(await status()).toBe(200);
    const list = await client.apiKeys.list({ connection });
    expect(list).toMatchObject([{ name: 'MES', scopes: ['read'], printers: ['Line 1'], state: 'valid', expires: '2099-12-31' }]);
    expect(JSON.stringify(list)).not.toContain(key);
  });

  it('what the controller refuses is said with its place', async () => {
    const create = (name: string, expires?: string) => client.apiKeys.create({ connection, name, rights: { scopes: ['read'], expires } });
    await expect(create('MES')).rejects.toMatchObject({ slug: 'name-taken' });
    await expect(create('Old', '2020-01-31')).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer: '/expires' }] },
    });
  });

  it('E8 a revoked key is refused at once', async () => {
    await client.apiKeys.revoke({ connection, name: 'MES' });
    expect(await status()).toBe(401);
    expect(await client.apiKeys.list({ connection })).toMatchObject([{ name: 'MES', state: 'revoked' }]);
    await expect(client.apiKeys.revoke({ connection, name: 'MES' })).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('E8 the event log has the names of keys, and never their texts', async () => {
    const { entries } = await until(
      () => client.eventLog.list({ group: 'commands', limit: 50 }),
      (page) => page.entries.length >= 5,
    );
    expect(entries.map(({ event, subject, detail }) => `${event} ${subject} ${detail}`).toReversed()).toEqual([
      'command-done apiKeys.create MES',
      'command-failed apiKeys.create MES',
      'command-failed apiKeys.create Old',
      'command-done apiKeys.revoke MES',
      'command-failed apiKeys.revoke MES',
    ]);
    expect(JSON.stringify(entries)).not.toContain(key);
  });

  it('every operation on them was called', () => {
    const isOurs = (noun: string): boolean => noun === 'apiKeys';
    expect([...called].filter((name) => isOurs(name.split('.')[0]!)).sort()).toEqual(operationsOf(isOurs));
  });
});
