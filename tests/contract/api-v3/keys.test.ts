import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiKeyList } from '#contract/api-v3/api-key.ts';
import { SCOPES } from '#contract/api-v3/scope.ts';
import { openService, type OpenService } from '#support/open-service.ts';

const NOW = Date.UTC(2026, 10, 28, 12, 0, 30);
const NAME_TAKEN = { status: 409, json: { type: 'urn:strobe:problem:name-taken' } };
const FORBIDDEN = { status: 403, json: { type: 'urn:strobe:problem:forbidden' } };

let service: OpenService;
let moment = NOW;
beforeEach(async () => {
  moment = NOW;
  service = await openService({ virtualPrinters: 2, now: () => moment });
});
afterEach(() => service.close());

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const create = (body: object, headers: Record<string, string> = {}) => service.call('/api/v3/keys', { method: 'POST', body, headers });
const revoke = (name: string, headers: Record<string, string> = {}) =>
  service.call(`/api/v3/keys/${encodeURIComponent(name)}`, { method: 'DELETE', headers });
const listed = async () => (await service.call('/api/v3/keys')).json as ApiKeyList;
const keyIn = ({ json }: { json: unknown }) => (json as { key: string }).key;

describe('a key that a request creates', () => {
  it('is shown once, permits what it says, and is listed without its text', async () => {
    const created = await create({ name: 'MES', scopes: ['print', 'read'], printers: ['Line 1'], expires: '2026-12-31' });
    expect(created).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
    const key = keyIn(created);
    const list = await service.call('/api/v3/keys');
    expect(list.json).toEqual([
      {
        ...{ name: 'MES', scopes: ['read', 'print'], printers: ['Line 1'], state: 'valid' },
        ...{ created: '2026-11-28T12:00:30.000Z', expires: '2026-12-31' },
      },
    ]);
    const [stored] = await service.db.selectFrom('api_keys').select('hash').execute();
    for (const secret of [key, key.slice(8), stored?.hash ?? '']) expect(list.text).not.toContain(secret);
    expect((await service.call('/api/v3/printers/Line%201/status', { headers: bearer(key) })).status).toBe(200);
    expect(await service.call('/api/v3/printers/Line%202/status', { headers: bearer(key) })).toMatchObject(FORBIDDEN);
    expect(await service.call('/api/v3/keys', { headers: bearer(key) })).toMatchObject(FORBIDDEN);
  });

  it('is listed with the minute of its last use', async () => {
    const headers = bearer(keyIn(await create({ name: 'Reader', scopes: ['read'] })));
    expect((await listed())[0]).not.toHaveProperty('lastUsed');
    await service.call('/api/v3/labels', { headers });
    expect(await listed()).toMatchObject([{ name: 'Reader', lastUsed: '2026-11-28T12:00:00.000Z' }]);
    moment += 3_600_000;
    // A request that the key does not permit is no use.
    expect(await service.call('/api/v3/audit', { headers })).toMatchObject(FORBIDDEN);
    expect(await listed()).toMatchObject([{ lastUsed: '2026-11-28T12:00:00.000Z' }]);
  });

  it('E8 is refused at once when it is revoked, and stays in the list', async () => {
    const headers = bearer(keyIn(await create({ name: 'MES', scopes: ['read'] })));
    expect((await service.call('/api/v3/labels', { headers })).status).toBe(200);
    expect((await revoke('MES')).status).toBe(204);
    expect((await service.call('/api/v3/labels', { headers })).status).toBe(401);
    expect(await listed()).toMatchObject([{ name: 'MES', state: 'revoked', revoked: '2026-11-28T12:00:30.000Z' }]);
    expect((await revoke('MES')).status).toBe(404);
    expect((await create({ name: 'MES', scopes: ['read'] })).status).toBe(201);
    expect((await listed()).map(({ state }) => state)).toEqual(['revoked', 'valid']);
  });

  it('E8 ends after its last day', async () => {
    const headers = bearer(keyIn(await create({ name: 'Today', scopes: ['read'], expires: '2026-11-28' })));
    moment = Date.UTC(2026, 10, 29) - 1;
    expect((await service.call('/api/v3/labels', { headers })).status).toBe(200);
    moment += 1;
    expect((await service.call('/api/v3/labels', { headers })).status).toBe(401);
    expect(await listed()).toMatchObject([{ state: 'expired', expires: '2026-11-28' }]);
    expect(await create({ name: 'Today', scopes: ['read'] })).toMatchObject(NAME_TAKEN);
  });

  it('E18 is created once by a repeated request, whose text is not stored', async () => {
    const headers = { 'idempotency-key': 'create-mes' };
    const key = keyIn(await create({ name: 'MES', scopes: ['read'] }, headers));
    expect(await create({ name: 'MES', scopes: ['read'] }, headers)).toMatchObject(NAME_TAKEN);
    expect(await listed()).toHaveLength(1);
    const tables = await service.db.introspection.getTables();
    for (const { name } of tables) {
      const rows = await service.db
        .selectFrom(name as 'settings')
        .selectAll()
        .execute();
      expect(JSON.stringify(rows)).not.toContain(key.slice(8));
    }
  });

  it.each([
    [{ scopes: ['read'] }, '/name'],
    [{ name: '', scopes: ['read'] }, '/name'],
    [{ name: '..', scopes: ['read'] }, '/name'],
    [{ name: 'unauthenticated 10.1.2.3', scopes: ['read'] }, '/name'],
    [{ name: 'MES', scopes: [] }, '/scopes'],
    [{ name: 'MES', scopes: ['fly'] }, '/scopes/0'],
    [{ name: 'MES', scopes: ['read'], printers: [] }, '/printers'],
    [{ name: 'MES', scopes: ['read'], printers: ['Line 1', 'Line 1'] }, '/printers'],
    [{ name: 'MES', scopes: ['read', 'admin'], printers: ['Line 1'] }, '/printers'],
    [{ name: 'MES', scopes: ['read'], expires: '2027-02-30' }, '/expires'],
    [{ name: 'MES', scopes: ['read'], expires: '2026-11-27' }, '/expires'],
  ])('E4 is refused where it is wrong: %j', async (body, pointer) => {
    expect(await create(body)).toMatchObject({ status: 400, json: { type: 'urn:strobe:problem:invalid-input', errors: [{ pointer }] } });
    expect(await listed()).toEqual([]);
  });

  it('E8 has no more rights than the key that creates it', async () => {
    const only = bearer(await service.apiKeys.add({ name: 'Only admin', scopes: ['admin'], printers: undefined }));
    expect(await create({ name: 'Printing', scopes: ['admin', 'print'] }, only)).toMatchObject({
      ...FORBIDDEN,
      json: { detail: 'The key "Only admin" cannot create a key with the scope "print", which it does not have itself.' },
    });
    expect((await create({ name: 'Same', scopes: ['admin'] }, only)).status).toBe(201);
    const all = bearer(await service.apiKeys.add({ name: 'All', scopes: SCOPES, printers: undefined }));
    expect((await create({ name: 'Printing', scopes: ['print'] }, all)).status).toBe(201);
    // No request makes such a key, but a database may have one.
    const one = bearer(await service.apiKeys.add({ name: 'One line', scopes: SCOPES, printers: ['Line 1'] }));
    for (const printers of [undefined, ['Line 2'], ['Line 1', 'Line 2']])
      expect(await create({ name: 'Other', scopes: ['read'], printers }, one)).toMatchObject(FORBIDDEN);
    expect((await create({ name: 'Other', scopes: ['read'], printers: ['Line 1'] }, one)).status).toBe(201);
  });

  it('E8 is not valid longer than the key that creates it', async () => {
    const short = bearer(await service.apiKeys.add({ name: 'Short', scopes: SCOPES, printers: undefined }, Date.UTC(2026, 11, 1)));
    for (const expires of [undefined, '2026-12-01'])
      expect(await create({ name: 'Long', scopes: ['read'], expires }, short)).toMatchObject(FORBIDDEN);
    expect((await create({ name: 'Long', scopes: ['read'], expires: '2026-11-30' }, short)).status).toBe(201);
  });

  it('is audited with the key that created and revoked it, and without its text', async () => {
    const headers = bearer(await service.apiKeys.add({ name: 'Chief', scopes: SCOPES, printers: undefined }));
    const key = keyIn(await create({ name: 'MES', scopes: ['read'] }, headers));
    await revoke('MES', headers);
    await service.audit.idle();
    const { text, json } = await service.call('/api/v3/audit?limit=2&text=chief');
    expect(text).not.toContain(key);
    expect(json).toMatchObject({
      entries: [
        { key: 'Chief', operation: 'DELETE /api/v3/keys/:name', path: '/api/v3/keys/MES', status: 204 },
        { key: 'Chief', operation: 'POST /api/v3/keys', status: 201 },
      ],
    });
  });
});
