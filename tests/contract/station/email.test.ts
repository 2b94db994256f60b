import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailSettingsSchema } from '#contract/api-v3/email.ts';
import type { StationClient } from '#contract/station/index.ts';
import { openService, type OpenService } from '#support/open-service.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { onlineAt } from '#support/watch.ts';

const RULE = { name: 'Shift', to: ['shift@plant.example'] };
/** A port on which nothing listens. */
const SETTINGS = { host: '127.0.0.1', port: 9, security: 'none', sender: 'strobe@plant.example', rules: [RULE] };

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

  it('the settings of e-mails are read and replaced, and the password is never read', async () => {
    expect(await client.email.get({ connection })).toMatchObject({ isEnabled: false, host: '', rules: [] });
    expect(await client.email.state({ connection })).toEqual({ phase: 'off', waiting: 0, alarms: [] });
    const settings = emailSettingsSchema.parse({ ...SETTINGS, isEnabled: true, user: 'strobe', password: 'secret' });
    await client.email.put({ connection, settings });
    const stored = await client.email.get({ connection });
    expect(stored).toMatchObject({ host: '127.0.0.1', user: 'strobe', password: null, passwordSet: true, rules: [RULE] });
    await client.email.put({ connection, settings: { ...stored, rules: [] } });
    expect(await client.email.get({ connection })).toMatchObject({ passwordSet: true, rules: [] });
    expect(await client.email.state({ connection })).toMatchObject({ phase: 'idle' });
  });

  it('a stored password is not sent to another server', async () => {
    const stored = await client.email.get({ connection });
    await expect(client.email.put({ connection, settings: { ...stored, host: 'other.example' } })).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer: '/password' }] },
    });
  });

  it('a test that fails says why, and an alarm that was not sent cannot be acknowledged', async () => {
    const { isSent, reason } = await client.email.test({ connection, to: 'ana@plant.example' });
    expect([isSent, reason]).toEqual([false, expect.stringMatching(/ECONNREFUSED/)]);
    await expect(client.email.acknowledge({ connection, alarm: 'none' })).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('every operation on it was called', () => {
    const isOurs = (noun: string): boolean => noun === 'email';
    expect([...called].filter((name) => isOurs(name.split('.')[0]!)).sort()).toEqual(operationsOf(isOurs));
  });
});
