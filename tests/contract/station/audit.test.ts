import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATION_AUDIT_PATH } from '#contract/station/urls.ts';
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
  expect([...called].filter((name) => name.startsWith('audit.')).sort()).toEqual(operationsOf((noun) => noun === 'audit'));
});
