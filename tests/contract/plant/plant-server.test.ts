import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLANT_SCOPES, type PlantScope } from '#contract/plant/plant-scope.ts';
import { openEmbedded } from '#plant/database/embedded-connections.ts';
import { migratePlant } from '#plant/database/migrate-plant.ts';
import { PlantServer } from '#plant/http/plant-server.ts';
import { Plant } from '#plant/plant.ts';
import { archiveCsv, archiveRow, DOCUMENT, DOCUMENT_HASH, RESERVED } from '#support/archive-csv.ts';
import { until } from '#support/until.ts';

const log = pino({ level: 'silent' });
const resources = new AsyncDisposableStack();
const keys = {} as Record<PlantScope | 'c1 only', string>;
let url = '';
let document: { paths: Record<string, Record<string, { 'x-scope'?: string }>> };

beforeAll(async () => {
  const connections = await openEmbedded();
  resources.defer(() => connections.close());
  await migratePlant(connections, { isAllowed: true });
  const plant = new Plant({ connections, now: () => Date.now(), log });
  resources.defer(() => plant.stop());
  for (const scope of PLANT_SCOPES) keys[scope] = await plant.keys.add({ name: scope, scopes: [scope] });
  keys['c1 only'] = await plant.keys.add({ name: 'c1 only', scopes: ['report'], controller: 'c1' });
  const server = await PlantServer.create({ plant, version: '1.2.3', host: '127.0.0.1', names: [], newId: randomUUID, log });
  resources.defer(() => server.close(1_000));
  url = await server.listen(0);
  document = server.document() as typeof document;
});

afterAll(() => resources.disposeAsync());

interface Call {
  method?: string;
  key?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

async function call(path: string, { method = 'GET', key, headers = {}, body }: Call = {}) {
  const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const response = await fetch(url + path, { method, headers: { ...authorization, ...headers }, ...(body !== undefined && { body }) });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : text };
}

const json = (value: unknown) => ({ body: JSON.stringify(value), headers: { 'content-type': 'application/json' } });
const csv = (...rows: Parameters<typeof archiveRow>[]) => ({
  body: new Uint8Array(archiveCsv(rows.map((row) => archiveRow(...row)))),
  headers: { 'content-type': 'text/csv' },
});

it('has the stored document: existing clients must continue to work', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(JSON.parse(readFileSync('tests/fixtures/openapi/plant-v1.json', 'utf8')));
});

describe('the access to every operation', () => {
  /** Paths with values for their parameters. */
  const concrete = (path: string) =>
    path.replace('{controller}', 'c9').replace('{print}', '1').replace('{hash}', DOCUMENT_HASH).replace('{name}', 'nothing');

  it('is by the scope that it declares, and by no other', async () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path: concrete(path),
        method: method.toUpperCase(),
        scope: operation['x-scope'],
      })),
    );
    expect(operations.length).toBeGreaterThan(14);
    for (const { path, method, scope } of operations.filter((operation) => operation.scope !== 'none')) {
      const title = `${method} ${path}`;
      expect([title, (await call(path, { method })).status]).toEqual([title, 401]);
      for (const given of PLANT_SCOPES) {
        const { status } = await call(path, { method, key: keys[given] });
        expect([title, given, status === 403]).toEqual([title, given, given !== scope]);
      }
    }
  });

  it('is refused with an unknown key, and to a key of another controller', async () => {
    expect(await call('/plant/v1/controllers', { key: 'strobe_unknown' })).toMatchObject({ status: 401 });
    expect(await call('/plant/v1/controllers/c2/prints', { method: 'POST', key: keys['c1 only'], ...csv([1]) })).toMatchObject({
      status: 403,
      body: { type: 'urn:strobe:problem:forbidden' },
    });
    expect(await call('/plant/v1/controllers/c1/prints', { method: 'POST', key: keys['c1 only'], ...csv([1]) })).toMatchObject({
      status: 200,
    });
  });

  it('is refused to pages of other sites', async () => {
    const headers = { origin: 'http://elsewhere.example' };
    expect(await call('/plant/v1/session', { method: 'POST', ...json({ key: keys.read }), headers })).toMatchObject({ status: 403 });
  });
});

it('stores prints, asks for their label, and finds them', async () => {
  const sent = await call('/plant/v1/controllers/c3/prints', { method: 'POST', key: keys.report, ...csv([5, { serials: '["S 5"]' }]) });
  expect(sent).toMatchObject({ status: 200, body: { stored: 1, missingDocuments: [DOCUMENT_HASH] } });
  const stored = await call(`/plant/v1/documents/${DOCUMENT_HASH}`, { method: 'PUT', key: keys.report, ...json(JSON.parse(DOCUMENT)) });
  expect(stored.status).toBe(204);
  expect(await call('/plant/v1/prints?serial=S%205', { key: keys.read })).toMatchObject({
    body: { prints: [{ controller: 'c3', id: 5 }], next: null },
  });
  const reserved = new Date(RESERVED + 5).toISOString();
  expect(await call(`/plant/v1/prints/c3/5?reserved=${reserved}`, { key: keys.read })).toMatchObject({
    body: { id: 5, hasDocument: true },
  });
  expect(await call(`/plant/v1/prints/c3/5/picture?reserved=${reserved}`, { key: keys.read })).toMatchObject({ status: 422 });
});

it.each<[fault: string, request: Call & { path: string }, answer: { status: number; slug: string }]>([
  [
    'another media type',
    { path: '/plant/v1/controllers/c1/prints', method: 'POST', ...json([]) },
    { status: 415, slug: 'unsupported-media-type' },
  ],
  [
    'another header',
    { path: '/plant/v1/controllers/c1/prints', method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'a,b\n' },
    { status: 400, slug: 'invalid-input' },
  ],
  [
    'a report without printers',
    { path: '/plant/v1/controllers/c1', method: 'PUT', ...json({ name: 'x' }) },
    { status: 400, slug: 'invalid-input' },
  ],
  [
    'a controller that is no id',
    { path: '/plant/v1/controllers/a%20b', method: 'PUT', ...json({}) },
    { status: 400, slug: 'invalid-input' },
  ],
  [
    'a document of another hash',
    { path: `/plant/v1/documents/${'0'.repeat(64)}`, method: 'PUT', ...json({}) },
    { status: 400, slug: 'invalid-input' },
  ],
  ['another method', { path: '/plant/v1/documents/x', method: 'POST' }, { status: 405, slug: 'method-not-allowed' }],
  ['another path', { path: '/plant/v1/nothing' }, { status: 404, slug: 'not-found' }],
])('refuses %s with a problem', async (_fault, { path, ...request }, { status, slug }) => {
  expect(await call(path, { key: keys.report, ...request })).toMatchObject({ status, body: { type: `urn:strobe:problem:${slug}` } });
});

it.each(['?limit=0', '?limit=501', '?state=lost', '?from=yesterday', '?colour=red', '?after=x'])('refuses the search %s', async (query) => {
  expect(await call(`/plant/v1/prints${query}`, { key: keys.read })).toMatchObject({
    status: 400,
    body: { type: 'urn:strobe:problem:invalid-input' },
  });
});

it('refuses a key whose requests are refused again and again before it reads their bodies, and no other key', async () => {
  const { body: created } = await call('/plant/v1/keys', {
    ...{ method: 'POST', key: keys.admin },
    ...json({ name: 'faulty line', scopes: ['report'] }),
  });
  const key = (created as { key: string }).key;
  const wrong = { body: 'no,archive\n1,2\n', headers: { 'content-type': 'text/csv' } };
  const send = () => call('/plant/v1/controllers/faulty/prints', { method: 'POST', key, ...wrong });
  expect((await send()).status).toBe(400);
  const last = await until(send, ({ status }) => status !== 400);
  expect(last).toMatchObject({ status: 429, body: { type: 'urn:strobe:problem:too-many-requests' } });
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await call('/plant/v1/controllers/c9/prints', { method: 'POST', key: keys.report, ...wrong })).status).toBe(400);
  expect((await call('/plant/v1/controllers', { key: keys.read })).status).toBe(200);
});

it('answers checks of its health however many requests without a key it has refused', async () => {
  const refused = await Promise.all(Array.from({ length: 150 }, () => call('/plant/v1/controllers')));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]));
  expect((await call('/healthz/ready')).status).toBe(200);
});

it('refuses a request that is too long', async () => {
  const body = new Uint8Array(8 * 1024 * 1024 + 1);
  const refused = await call('/plant/v1/controllers/c1/prints', {
    method: 'POST',
    key: keys.report,
    headers: { 'content-type': 'text/csv' },
    body,
  });
  expect(refused).toMatchObject({ status: 413 });
});

describe('a session', () => {
  it('is opened by a key, reads as the key may, and ends', async () => {
    const opened = await call('/plant/v1/session', { method: 'POST', ...json({ key: keys.read }) });
    const cookie = opened.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^strobe-session-\d+=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    expect(await call('/plant/v1/session', { headers })).toMatchObject({ body: { name: 'read', scopes: ['read'] } });
    expect(await call('/plant/v1/controllers', { headers })).toMatchObject({ status: 200 });
    expect(await call('/plant/v1/keys', { headers })).toMatchObject({ status: 403 });
    expect(await call('/plant/v1/session', { method: 'DELETE', headers })).toMatchObject({ status: 204 });
    expect(await call('/plant/v1/controllers', { headers })).toMatchObject({ status: 401 });
  });

  it('is refused with a wrong key', async () => {
    expect(await call('/plant/v1/session', { method: 'POST', ...json({ key: 'wrong' }) })).toMatchObject({ status: 401 });
    expect(await call('/plant/v1/session')).toMatchObject({ status: 401, body: { type: 'urn:strobe:problem:unauthorized' } });
  });
});

it('creates a key whose text is shown once, lists it without the text, and revokes it', async () => {
  const created = await call('/plant/v1/keys', {
    method: 'POST',
    key: keys.admin,
    ...json({ name: 'Line 7', scopes: ['report'], controller: 'c7' }),
  });
  const { key } = created.body as { key: string };
  expect(created.status).toBe(201);
  const listed = await call('/plant/v1/keys', { key: keys.admin });
  expect(JSON.stringify(listed.body)).not.toContain(key);
  expect(listed.body).toContainEqual(expect.objectContaining({ name: 'Line 7', controller: 'c7', state: 'valid' }));
  expect((await call('/plant/v1/keys/Line%207/revoke', { method: 'POST', key: keys.admin })).status).toBe(204);
  expect(await call('/plant/v1/controllers/c7/prints', { method: 'POST', key, ...csv([1]) })).toMatchObject({ status: 401 });
});

it('says what it is and whether it is ready, to everyone', async () => {
  expect((await call('/healthz')).body).toEqual({ service: 'plant', version: '1.2.3', database: 'embedded' });
  expect(await call('/healthz/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
});
