import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SCOPES, type Scope } from '#contract/api-v3/scope.ts';
import { ProblemError } from '#contract/problem.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

/** Every route of the router, with the scope that it requires and where it names its printer. */
interface Declared {
  scope: Scope | 'none';
  printer?: string;
}
const MATRIX = JSON.parse(readFileSync(new URL('../../fixtures/access/matrix.json', import.meta.url), 'utf8')) as Record<string, Declared>;

const UNAUTHORIZED = { status: 401, json: { type: 'urn:strobe:problem:unauthorized' } };
const FORBIDDEN = { status: 403, json: { type: 'urn:strobe:problem:forbidden' } };

let service: OpenService;
const keys = new Map<Scope, string>();
beforeAll(async () => {
  service = await openService({ isKeyRequired: true, virtualPrinters: 3 });
  for (const scope of SCOPES) keys.set(scope, await service.apiKeys.add({ name: scope, scopes: [scope], printers: undefined }));
});
afterAll(() => service.close());

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
/** An event stream never ends, so an unknown type is requested. */
const concrete = (url: string) =>
  url
    .replace(/\/events$/, '/events?types=none')
    // A printer that the other tests do without: it is removed.
    .replace(/\/printers\/:name(?=$|\/(?:enable|disable|test)$)/, '/printers/Line%203')
    .replace('/printers/:name', '/printers/Line%201')
    .replaceAll(/:\w+|\*/g, '1');

describe('E8 every route x every scope', () => {
  it('equals the declared matrix', () => {
    const declared = service.routes.map(({ method, url, scope, printer }) => [`${method} ${url}`, { scope, ...(printer && { printer }) }]);
    expect(Object.fromEntries(declared)).toEqual(MATRIX);
    expect(declared.length).toBeGreaterThan(100);
  });

  it.each(SCOPES)('lets the scope %s in where the matrix says so, and nowhere else', async (scope) => {
    const seen = await seenBy(bearer(keys.get(scope)!));
    const allowed = Object.keys(MATRIX).filter((route) => [scope, 'none'].includes(MATRIX[route]!.scope));
    expect(seen.filter(({ status }) => status !== 403).map(({ route }) => route)).toEqual(allowed);
    expect(seen.filter(({ status }) => status === 401)).toEqual([]);
  });

  it('requires a key except where the matrix does not', async () => {
    const seen = await seenBy({});
    const open = Object.keys(MATRIX).filter((route) => MATRIX[route]!.scope === 'none');
    expect(seen.filter(({ status }) => status !== 401).map(({ route }) => route)).toEqual(open);
  });

  it('refuses a wrong key', async () => {
    const seen = await seenBy(bearer(`strobe_${'A'.repeat(43)}`));
    expect(seen.filter(({ status }) => status !== 401)).toEqual([]);
  });
});

async function seenBy(headers: Record<string, string>): Promise<{ route: string; status: number }[]> {
  const seen = [];
  for (const route of Object.keys(MATRIX)) {
    const [method, url = ''] = route.split(' ');
    seen.push({ route, status: (await service.call(concrete(url), { method, headers })).status });
  }
  return seen;
}

describe('an invalid key', () => {
  const ask = async (headers: Record<string, string>) => {
    const { status, headers: sent, text } = await service.call('/api/v3/labels', { headers });
    return { status, challenge: sent['www-authenticate'], text };
  };

  it('E8 gets the same response whether it is unknown, revoked or expired', async () => {
    const revoked = await service.apiKeys.add({ name: 'revoked', scopes: ['read'], printers: undefined });
    await service.apiKeys.revoke('revoked');
    const expired = await service.apiKeys.add({ name: 'expired', scopes: ['read'], printers: undefined }, Date.now() - 1);
    const unknown = await ask(bearer(`strobe_${'A'.repeat(43)}`));
    expect(unknown).toMatchObject({ status: 401, challenge: 'Bearer realm="Strobe", error="invalid_token"' });
    for (const key of [revoked, expired, 'x', '']) expect(await ask(bearer(key))).toEqual(unknown);
    for (const authorization of ['Basic dTpw', keys.get('read')!, `Bearer ${keys.get('read')} x`]) {
      expect(await ask({ authorization })).toEqual(unknown);
    }
  });

  it('E8 is requested by a challenge if it is missing', async () => {
    expect(await ask({})).toMatchObject({ status: 401, challenge: 'Bearer realm="Strobe"' });
  });

  it('E25 does not reveal which paths exist', async () => {
    const [known, unknown] = [await service.call('/api/v3/labels'), await service.call('/api/v3/nothing')];
    const paths = [known, unknown].map(({ json }) => ({ ...(json as object), instance: '' }));
    expect(paths[0]).toEqual(paths[1]);
    expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers));
    for (const method of ['GET', 'POST', 'DELETE']) expect(await service.call('/api/v3/nothing', { method })).toMatchObject(UNAUTHORIZED);
  });

  it('E25 reveals no version and no internals', async () => {
    const answers = await Promise.all(
      [{}, bearer('x'), bearer(keys.get('read')!)].flatMap((headers) =>
        ['/api/v3/labels/none', '/api/v3/%', '/nothing', '/healthz'].map((path) => service.call(path, { headers, method: 'POST' })),
      ),
    );
    for (const { status, headers, text } of answers) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(text).not.toMatch(/fastify|node_modules|\bat \w+ \(|\.ts\b/i);
    }
  });
});

it('where no key is required, a wrong one is still refused', async () => {
  const local = await openService({ virtualPrinters: 1 });
  expect((await local.call('/api/v3/labels')).status).toBe(200);
  expect(await local.call('/api/v3/labels', { headers: bearer('x') })).toMatchObject(UNAUTHORIZED);
  const key = await local.apiKeys.add({ name: 'MES', scopes: ['print'], printers: undefined });
  expect(await local.call('/api/v3/labels', { headers: bearer(key) })).toMatchObject(FORBIDDEN);
  expect((await local.call('/api/v3/status')).status).toBe(200);
  const limited = await local.apiKeys.add({ name: 'Line 2', scopes: ['read'], printers: ['Line 2'] });
  expect(await local.call('/api/v3/status', { headers: bearer(limited) })).toMatchObject(FORBIDDEN);
  await local.close();
});

describe('a key that is limited to the printer Line 2', () => {
  let headers: Record<string, string>;
  const ids: Record<string, Record<string, string>> = { 'Line 1': {}, 'Line 2': {} };
  beforeAll(async () => {
    const all = bearer(await service.apiKeys.add({ name: 'all', scopes: [...SCOPES], printers: undefined }));
    headers = bearer(await service.apiKeys.add({ name: 'limited', scopes: ['read', 'edit', 'print'], printers: ['Line 2'] }));
    const send = (method: string, path: string, body: unknown) => service.call(`/api/v3/${path}`, { method, headers: all, body });
    await send('PUT', 'labels/1', textLabel('1'));
    await send('PUT', 'tables/1', { columns: ['a'], rows: [['1']] });
    for (const printer of ['Line 1', 'Line 2']) {
      const path = `printers/${encodeURIComponent(printer)}`;
      const connection = { mode: 'connect', host: '127.0.0.1', port: 9 };
      const reader = { connection, printer, arrival: { distance: 100, window: 10 } };
      await send('PUT', `readers/${encodeURIComponent(`Behind ${printer}`)}`, reader);
      await until(
        async () => (await service.call(`/api/v3/${path}/status`, { headers: all })).json as { state: string },
        ({ state }) => state === 'STARTED',
      );
      await send('POST', `${path}/printJob`, { labelName: '1' });
      await send('POST', `${path}/trigger`, undefined);
      const read = async (what: string) => (await service.call(`/api/v3/${what}`, { headers: all })).json as { prints: { id: number }[] };
      ids[printer]!['print'] = String((await read(`prints?printer=${encodeURIComponent(printer)}`)).prints[0]!.id);
      const { id } = (await send('POST', 'tables/1/preflight', { labelName: '1', printer })).json as { id: string };
      ids[printer]!['preflight'] = id;
    }
  });

  /** Bodies that pass their schemas, since an invalid one is refused before its printer is checked. */
  const BODIES: Record<string, object> = {
    printJob: {},
    plan: { labelName: '1' },
    queue: { order: [] },
    seek: { id: 'none' },
    settings: {},
    faults: { fault: 'purge' },
    messages: {},
    conveyor: { running: false, productsPerMinute: 60 },
    resolution: { outcome: 'printed', reason: 'seen' },
    reprint: { reason: 'torn' },
    rework: { prints: [999_999], reason: 'torn' },
    acceptance: { reason: 'replaced' },
    firstPrintCheck: { verdict: 'right', printId: 999_999 },
    scanCheck: { text: 'x' },
  };

  /** A request to a route that concerns a printer. */
  async function about(printer: string, route: string) {
    const [method = '', url = ''] = route.split(' ');
    const place = MATRIX[route]!.printer!;
    const named = url
      .replace('/printers/:name', `/printers/${encodeURIComponent(printer)}`)
      .replace('/readers/:name', `/readers/${encodeURIComponent(`Behind ${printer}`)}`)
      .replace(':id', ids[printer]![place] ?? 'none');
    const last = url.split('/').at(-1) ?? '';
    const path = concrete(named) + (place === 'query' ? `?printer=${encodeURIComponent(printer)}` : '');
    const isWriting = ['POST', 'PUT'].includes(method);
    const body = place === 'body' ? { labelName: '1', printer } : BODIES[last];
    return service.call(path, { method, headers, ...(isWriting && body && { body }) });
  }

  const routes = Object.entries(MATRIX).filter(([, { printer }]) => printer !== undefined && printer !== 'every' && printer !== 'only');

  it.each(routes.map(([route]) => route))('E8 may not use %s on Line 1', async (route) => {
    const { status, text } = await about('Line 1', route);
    expect({ status, text }).toMatchObject({
      status: 403,
      text: route.startsWith('HEAD') ? '' : (expect.stringContaining('forbidden') as string),
    });
  });

  const permitted = routes.filter(([, { scope }]) => scope !== 'admin');
  it.each(permitted.map(([route]) => route))('may use %s on Line 2', async (route) => {
    expect((await about('Line 2', route)).status).not.toBe(403);
  });

  it('E8 is not shown the other printers, and has to name its own', async () => {
    const read = async (path: string) => (await service.call(`/api/v3/${path}`, { headers })).json;
    expect(Object.keys((await read('printers')) as object)).toEqual(['Line 2']);
    expect(((await read('preflights')) as { printer: string }[]).map(({ printer }) => printer)).toEqual(
      expect.not.arrayContaining(['Line 1']) as unknown,
    );
    expect(await service.call('/api/v3/prints', { headers })).toMatchObject(FORBIDDEN);
  });

  it('E8 makes no print of another printer once more', async () => {
    const { prints } = await service.controller.prints.page({ printer: 'Line 1', limit: 1 });
    const body = { prints: prints.map(({ id }) => id), reason: 'torn' };
    expect(await service.call('/api/v3/printers/Line%202/rework', { method: 'POST', headers, body })).toMatchObject(FORBIDDEN);
  });
});

describe('a use of a key', () => {
  const entries = async (query = '') => {
    await service.audit.idle();
    const headers = bearer(keys.get('admin')!);
    return ((await service.call(`/api/v3/audit${query}`, { headers })).json as { entries: Record<string, unknown>[] }).entries;
  };

  it('is audited with its key, its operation and its outcome', async () => {
    const headers = bearer(keys.get('edit')!);
    await service.call('/api/v3/variables/Audited', { method: 'PUT', headers, body: { value: '1' } });
    await service.call('/api/v3/variables/Missing', { method: 'DELETE', headers });
    const operation = (method: string) => ({ key: 'edit', operation: `${method} /api/v3/variables/:name` });
    const [own, deleted, put] = await entries('?limit=3');
    expect(own).toMatchObject({ key: 'admin', operation: 'GET /api/v3/audit', path: '/api/v3/audit' });
    expect(deleted).toMatchObject({ ...operation('DELETE'), path: '/api/v3/variables/Missing', status: 404 });
    expect(put).toMatchObject({
      ...operation('PUT'),
      path: '/api/v3/variables/Audited',
      status: 201,
      requestId: expect.any(String) as string,
    });
  });

  it('is not audited for reads', async () => {
    const before = (await entries('?limit=1'))[0]!['id'] as number;
    await service.call('/api/v3/labels', { headers: bearer(keys.get('read')!) });
    // The outcome of the request before has a number of its own.
    expect((await entries('?limit=1'))[0]!['id']).toBe(before + 2);
  });

  it('is audited with the person for whom it was made, and with its address, former value and body', async () => {
    const headers = { ...bearer(keys.get('edit')!), 'strobe-author': encodeURIComponent('Åsa Öberg') };
    await service.call('/api/v3/variables/Old', { method: 'PUT', headers, body: { value: '1' } });
    await service.call('/api/v3/variables/Old', { method: 'PUT', headers, body: { value: '2' } });
    const [, second, first] = await entries('?limit=3');
    const place = { key: 'edit', from: '127.0.0.1', person: 'Åsa Öberg', clock: 'ok', chain: 'changes' };
    expect(first).toMatchObject({ ...place, input: { value: { value: '1' } } });
    expect(first).not.toHaveProperty('before');
    expect(second).toMatchObject({ ...place, before: { value: { value: '1' } }, input: { value: { value: '2' } } });
  });

  it('is found by its period, person, operation and text', async () => {
    const put = async (name: string, person: string) =>
      service.call(`/api/v3/variables/${name}`, {
        ...{ method: 'PUT', headers: { ...bearer(keys.get('edit')!), 'strobe-author': person }, body: { value: '1' } },
      });
    await put('Sought', 'Ana');
    await put('Sought', 'Ben');
    const paths = async (query: string) => (await entries(query)).map(({ person, path }) => [person, path]);
    expect(await paths('?text=SOUGHT&person=Ana')).toEqual([['Ana', '/api/v3/variables/Sought']]);
    expect(await paths('?operation=PUT%20/api/v3/variables/:name&person=Ben')).toEqual([['Ben', '/api/v3/variables/Sought']]);
    expect(await paths('?to=2000-01-01T00:00:00Z')).toEqual([]);
    expect(await paths('?person=Ana&from=2000-01-01T00:00:00Z&limit=1')).toHaveLength(1);
  });

  it('shows no secret of a body', async () => {
    const settings = {
      isEnabled: false,
      servers: [{ url: 'mqtts://192.0.2.1' }],
      groupId: 'P',
      nodeId: 'N',
      user: 'u',
      password: 'opensesame',
    };
    const put = { method: 'PUT', headers: bearer(keys.get('admin')!), body: settings };
    expect((await service.call('/api/v3/sparkplug', put)).status).toBe(204);
    const text = JSON.stringify(await entries('?limit=3'));
    expect(text).toContain('192.0.2.1');
    expect(text).not.toContain('opensesame');
  });
});

describe('a request without a key', () => {
  it('is audited with its address and the person that it names', async () => {
    const local = await openService({ virtualPrinters: 1 });
    await local.call('/api/v3/variables/1', { method: 'PUT', headers: { 'strobe-author': 'Ana' }, body: { value: '1' } });
    await local.audit.idle();
    const { entries } = (await local.call('/api/v3/audit')).json as { entries: unknown[] };
    expect(entries[1]).toMatchObject({ key: '', from: '127.0.0.1', person: 'Ana', path: '/api/v3/variables/1', status: 201 });
    await local.close();
  });

  it('is refused once the settings require a key, which needs a key', async () => {
    const local = await openService({ virtualPrinters: 1 });
    const headers = bearer(await local.apiKeys.add({ name: 'own', scopes: ['read', 'admin'], printers: undefined }));
    const require = (isKeyRequired: boolean, more = {}) =>
      local.call('/api/v3/settings/access', { method: 'PUT', body: { isKeyRequired }, ...more });
    expect((await require(true)).status).toBe(401);
    expect((await local.call('/api/v3/variables')).status).toBe(200);
    expect((await require(true, { headers })).status).toBe(204);
    expect((await local.call('/api/v3/variables')).status).toBe(401);
    expect((await local.call('/api/v3/settings/access', { headers })).json).toEqual({ isKeyRequired: true });
    expect((await require(false, { headers: { ...headers, 'if-match': '"another"' } })).status).toBe(412);
    expect((await require(false, { headers })).status).toBe(204);
    expect((await local.call('/api/v3/variables')).status).toBe(200);
    await local.close();
  });
});

describe('a use of a key that cannot be audited', () => {
  it('B13 is refused when it cannot be audited', async () => {
    const full = new ProblemError('disk-full', { detail: 'The disk is full.' });
    const writing = vi.spyOn(service.audit, 'begin').mockRejectedValueOnce(full);
    const put = { method: 'PUT', headers: bearer(keys.get('edit')!), body: { value: '1' } };
    expect((await service.call('/api/v3/variables/Unaudited', put)).status).toBe(507);
    expect((await service.call('/api/v3/variables/Unaudited', { headers: bearer(keys.get('read')!) })).status).toBe(404);
    writing.mockRestore();
  });

  it('B13 is executed anyway when it stops a printer', async () => {
    const writing = vi.spyOn(service.audit, 'begin').mockRejectedValueOnce(new Error('the medium is gone'));
    const headers = bearer(keys.get('print')!);
    expect((await service.call('/api/v3/printers/Line%201/abortPrint', { method: 'POST', headers })).status).toBe(204);
    writing.mockRestore();
  });
});
