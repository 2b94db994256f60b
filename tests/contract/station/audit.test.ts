import { afterAll, beforeAll, expect, it } from 'vitest';
import { controllerAuditUrl, STATION_AUDIT_PATH } from '#contract/station/urls.ts';
import { checkExport } from '#storage/audit-chain/check-export.ts';
import { openConnectedStation, type ConnectedStation } from '#support/connected-station.ts';
import { LINKS } from '#support/open-station.ts';
import { operationsOf } from '#support/recording-client.ts';

let place: ConnectedStation;

beforeAll(async () => {
  place = await openConnectedStation();
});

afterAll(() => place.close());

it.each(LINKS)('the audit logs of the station and of a controller name the person and the change over a %s', async (link) => {
  const called = new Set<string>();
  const { client, connection } = await place.connect(link, called);
  const text = `Audited ${link}`;
  const variable = { value: '1', description: '', pinned: false, userEdit: false };
  await client.variables.put({ expected: null, connection, name: text, variable });
  const { entries } = await client.audit.list({ text, limit: 1 });
  expect(entries).toMatchObject([{ operation: 'variables.put', subject: text, outcome: 'done', input: { value: { name: text } } }]);
  const saved = await place.station.fetch(STATION_AUDIT_PATH);
  expect(await checkExport((await saved.text()).trimEnd().split('\n'))).toMatchObject({ chain: 'station', fault: undefined });
  const ofController = await client.audit.listController({ connection, operation: 'PUT /api/v3/variables/:name', limit: 1 });
  expect(ofController.entries).toMatchObject([{ person: entries[0]?.person, status: 201 }]);
  const listed = async (kind: 'data' | 'labels') =>
    (await client.audit.list({ text, kind, limit: 5 })).entries.map(({ operation }) => operation);
  expect([await listed('data'), await listed('labels')]).toEqual([['variables.put'], []]);
  const refused = await client.audit.listController({ connection, text, outcome: 'failed', chain: 'changes', limit: 5 });
  expect(refused.entries).toEqual([]);
  const ofStation = await client.audit.check({});
  expect(ofStation).toMatchObject({ by: entries[0]?.person, checks: [{ chain: 'station', first: 1 }] });
  const { checks } = await client.audit.check({ connection });
  expect(checks.map(({ chain, fault, last, head }) => [chain, fault, head?.number === last])).toEqual(
    ['changes', 'triggers', 'refusals'].map((chain) => [chain, undefined, true]),
  );
  const exported = await place.station.fetch(controllerAuditUrl(connection, 'changes'));
  expect(await checkExport((await exported.text()).trimEnd().split('\n'))).toMatchObject({ chain: 'changes', fault: undefined });
  for (const source of [{}, { connection }]) {
    await client.audit.setRetention({ ...source, days: 400 });
    expect(await client.audit.getRetention(source)).toEqual({ days: 400 });
    await client.audit.setRetention({ ...source, days: null });
    expect(await client.audit.getRetention(source)).toEqual({ days: null });
  }
  await expect(client.audit.setRetention({ days: 0 })).rejects.toThrow();
  expect([...called].filter((name) => name.startsWith('audit.')).sort()).toEqual(operationsOf((noun) => noun === 'audit'));
});
