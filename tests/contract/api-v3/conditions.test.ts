import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelAcceptanceSchema } from '#contract/api-v3/label-acceptance.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

const font = (file: string) => readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`));
const PRINTER = '/api/v3/printers/Line%201';

/** Resources that can be read, replaced and removed, with two states of each. */
const REMOVABLE: { path: string; states: [unknown, unknown] }[] = [
  { path: '/api/v3/labels/E', states: [textLabel('a'), textLabel('b')] },
  { path: '/api/v3/tables/E', states: [table('a'), table('b')] },
  { path: '/api/v3/variables/E', states: [{ value: 'a' }, { value: 'b' }] },
  { path: '/api/v3/counters/E', states: [{ value: 1 }, { value: 2 }] },
  { path: '/api/v3/shiftCodes/E', states: [shifts('a'), shifts('b')] },
  { path: '/api/v3/printers/E', states: [printer(200), printer(300)] },
  { path: '/api/v3/readers/E', states: [reader(10), reader(20)] },
  { path: '/api/v3/fonts/E/Regular', states: [font('DejaVuSerif.ttf'), font('DejaVuSansMono.ttf')] },
  { path: '/api/v3/webhooks/E', states: [webhook('a'), webhook('b')] },
  { path: '/api/v3/lines/E', states: [{ description: 'first' }, { description: 'second' }] },
  { path: '/api/v3/signalDevices/E', states: [signalDevice(4), signalDevice(8)] },
  { path: '/api/v3/order-folders/E', states: [orderFolder('/first'), orderFolder('/second')] },
];
/** Resources that can be read and replaced, and always exist. */
const LASTING: typeof REMOVABLE = [
  { path: '/api/v3/settings', states: [dates(0), dates(60)] },
  { path: '/api/v3/email', states: [{ host: 'first' }, { host: 'second' }] },
  { path: '/api/v3/downtimeReasons', states: [[{ key: 'a', texts: { en: 'A' } }], [{ key: 'b', texts: { en: 'B' } }]] },
  { path: '/api/v3/sparkplug', states: [{ groupId: 'first' }, { groupId: 'second' }] },
  { path: '/api/v3/settings/plant', states: [{ line: 'first' }, { line: 'second' }] },
  { path: '/api/v3/settings/retention', states: [{ minutes: 12 }, { minutes: 24 }] },
  { path: '/api/v3/settings/approval', states: [{ approvedLabelsOnly: 'off' }, { approvedLabelsOnly: 'all' }] },
  { path: `${PRINTER}/settings`, states: [{ bounceTime: 1 }, { bounceTime: 2 }] },
  { path: `${PRINTER}/conveyor`, states: [conveyor(1), conveyor(2)] },
];

function printer(dpi: number) {
  return { engine: { kind: 'virtual' }, dpi, physicalWidth: 100, height: 35 };
}
function orderFolder(path: string) {
  return { path, isEnabled: false };
}
function reader(window: number) {
  return { connection: { mode: 'connect', host: '127.0.0.1', port: 9 }, printer: 'Line 1', arrival: { distance: 100, window } };
}
function table(cell: string) {
  return { columns: ['a'], rows: [[cell]] };
}
function shifts(code: string) {
  return { shifts: [{ offset: 0, code }] };
}
function dates(productionDayStart: number) {
  return { timeZone: 'Europe/Berlin', monthEnd: 'end', productionDayStart };
}
function signalDevice(inputCount: number) {
  return { connection: { kind: 'virtual', inputCount } };
}
function webhook(path: string) {
  return { url: `http://127.0.0.1:9/${path}`, isEnabled: false, secret: `whsec_${'A'.repeat(43)}=` };
}
function conveyor(productsPerMinute: number) {
  return { running: false, productsPerMinute };
}

let service: OpenService;
beforeAll(async () => {
  // Responses that contain the current time must not change between reads.
  const moment = Date.now();
  // The clock and its reference both stand still.
  service = await openService({ now: () => moment, uptime: () => 0 });
  await warm(service);
});
afterAll(() => service.close());

const put = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  service.call(path, { method: 'PUT', body, headers: { ...(body instanceof Uint8Array && { 'content-type': 'font/ttf' }), ...headers } });
const remove = (path: string, headers: Record<string, string> = {}) => service.call(path, { method: 'DELETE', headers });
const etag = async (path: string, headers: Record<string, string> = {}) => String((await service.call(path, { headers })).headers.etag);
const changed = { status: 412, json: { type: 'urn:strobe:problem:changed-meanwhile' } };

it('every resource has a strong ETag, and is 304 without a body for a client that has it', async () => {
  for (const { path, states } of [...REMOVABLE, ...LASTING]) await put(path, states[0]);
  await put('/api/v3/labels/1', textLabel('1'));
  await service.call(`${PRINTER}/printJob`, { method: 'POST', body: { labelName: '1' } });
  // Labels are drawn in the background, and the list contains how many are left.
  const comparisons = async () => labelAcceptanceSchema.parse((await service.call('/api/v3/labelAcceptance')).json);
  await until(comparisons, ({ waiting }) => waiting === 0);
  const { paths } = service.document as { paths: Record<string, Record<string, unknown>> };
  const seen: string[] = [];
  // What is sent while it is made has no ETag: the stream of events, and exports. A read of the audit log is in the audit log, which differs after it.
  const streamed = ['/api/v3/events', '/api/v3/prints/export', '/api/v3/audit', '/api/v3/audit/export'];
  const resources = Object.keys(paths).filter((one) => one.startsWith('/api/') && !streamed.includes(one) && 'get' in (paths[one] ?? {}));
  for (const path of resources) {
    const named = path.replace('/printers/{name}', '/printers/Line%201').replace('{family}/{style}', 'Arimo/Regular');
    const url = named.replace('{revision}', '1').replace('{name}', path.includes('labels') ? '1' : 'E');
    const read = await service.call(url);
    if (read.status !== 200) continue;
    expect([path, read.headers.etag]).toEqual([path, expect.stringMatching(/^"[\w.-]+"$/)]);
    for (const method of ['GET', 'HEAD']) {
      const again = await service.call(url, { method, headers: { 'if-none-match': `"other", W/${read.headers.etag}` } });
      expect([path, again.status, again.text, again.headers.etag]).toEqual([path, 304, '', read.headers.etag]);
    }
    seen.push(path);
  }
  expect(seen.length).toBeGreaterThan(25);
});

/** Conditions tested elsewhere: the queue below, the others in files of their own. */
const ELSEWHERE = [
  '/api/v3/printers/{name}/queue',
  '/api/v3/printers/{name}/messages',
  '/api/v3/settings/access',
  '/api/v3/backups/{name}',
  '/api/v3/preflights/{id}',
  '/api/v3/tables/{name}/rows',
  '/api/v3/tables/{name}/rowSharing',
  '/api/v3/orders/{id}',
  '/api/v3/counters/{name}/plant',
];

it('every condition that the document promises has a test', () => {
  const { paths } = service.document as { paths: Record<string, Record<string, { parameters?: { $ref?: string }[] }>> };
  const promised = Object.keys(paths).filter((path) =>
    Object.values(paths[path] ?? {}).some(({ parameters = [] }) => parameters.some(({ $ref = '' }) => $ref.endsWith('/IfMatch'))),
  );
  const named = [...REMOVABLE, ...LASTING].map(({ path }) =>
    path.replace('/E/Regular', '/{family}/{style}').replace('/E', '/{name}').replace('Line%201', '{name}'),
  );
  expect(promised.sort()).toEqual([...named, ...ELSEWHERE].sort());
});

describe.each([...REMOVABLE, ...LASTING])('$path', ({ path, states: [first, second] }) => {
  it('E17 lets one of two clients win that replace the same state', async () => {
    await put(path, first);
    const seen = { 'if-match': await etag(path) };
    const answers = await Promise.all([put(path, second, seen), put(path, second, seen)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 412]);
    expect(answers.find(({ status }) => status === 412)).toMatchObject(changed);
  });

  it('is replaced if the ETag is current', async () => {
    await put(path, first);
    expect(await put(path, second, { 'if-match': `"other", ${await etag(path)}` })).toMatchObject({ status: 204 });
    expect(await put(path, first, { 'if-match': '*' })).toMatchObject({ status: 204 });
  });

  it('is not replaced if the ETag is outdated', async () => {
    await put(path, first);
    const before = await etag(path);
    const conditions: Record<string, string>[] = [
      { 'if-match': '"other"' },
      { 'if-match': `W/${before}` },
      { 'if-none-match': '*' },
      { 'if-none-match': before },
    ];
    for (const condition of conditions) {
      expect(await put(path, second, condition)).toMatchObject(changed);
    }
    expect(await etag(path)).toBe(before);
  });
});

describe.each(REMOVABLE)('$path', ({ path, states: [first] }) => {
  it('E17 is created by exactly one of many clients', async () => {
    await remove(path);
    expect(await put(path, first, { 'if-match': '*' })).toMatchObject(changed);
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(path, first, { 'if-none-match': '*' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 412, 412, 412, 412]);
  });

  it('E17 is removed only if the ETag is current', async () => {
    await put(path, first);
    const seen = await etag(path);
    expect(await remove(path, { 'if-match': '"other"' })).toMatchObject(changed);
    expect(await remove(path, { 'if-match': seen })).toMatchObject({ status: 204 });
    expect(await remove(path, { 'if-match': seen })).toMatchObject({ status: 404 });
  });
});

describe('an ETag', () => {
  it('E17 of a counter changes with a print, so that an older state replaces nothing', async () => {
    await put('/api/v3/counters/Printed', { value: 1 });
    await put('/api/v3/labels/Printed', textLabel('{COUNTER;Printed}'));
    const seen = await etag('/api/v3/counters/Printed');
    await service.call(`${PRINTER}/printJob`, { method: 'POST', body: { labelName: 'Printed' } });
    await service.call(`${PRINTER}/trigger`, { method: 'POST' });
    expect(await put('/api/v3/counters/Printed', { value: 1 }, { 'if-match': seen })).toMatchObject(changed);
    expect((await service.call('/api/v3/counters/Printed')).json).toMatchObject({ value: 2 });
  });

  it('differs for each representation of a table, and each is accepted for a replacement', async () => {
    const path = '/api/v3/tables/Twice';
    for (const accept of ['application/json', 'text/csv']) {
      await put(path, table(accept));
      const seen = await etag(path, { accept });
      expect(await service.call(path, { headers: { accept, 'if-none-match': seen } })).toMatchObject({ status: 304, text: '' });
      expect(await put(path, table('other'), { 'if-match': seen })).toMatchObject({ status: 204 });
      expect(await put(path, table('other'), { 'if-match': seen })).toMatchObject(changed);
    }
    expect(await etag(path, { accept: 'text/csv' })).not.toBe(await etag(path));
  });

  it('E17 of the queue changes with a selection', async () => {
    const path = '/api/v3/printers/Line%202/queue';
    const select = (queue: boolean) =>
      service.call('/api/v3/printers/Line%202/printJob', { method: 'POST', body: { labelName: '1', queue, freeze: false } });
    const ids = [await select(false), await select(true)].map(({ json }) => (json as { id: string }).id);
    const seen = await etag(path);
    expect(await put(path, { order: [...ids].reverse() }, { 'if-match': seen })).toMatchObject({ status: 204 });
    expect(await put(path, { order: ids }, { 'if-match': seen })).toMatchObject(changed);
  });

  it('E17 of shared rows guards their release', async () => {
    const path = '/api/v3/tables/E/rowSharing';
    await put('/api/v3/tables/E', table('a'));
    expect(await remove(path, { 'if-match': '"other"' })).toMatchObject(changed);
    expect(await remove(path, { 'if-match': await etag(path) })).toMatchObject({ status: 204 });
  });

  it.each(['E', '"', '"a" "b"', 'W/', '"a",', '"a", *'])('in the header If-Match: %s is refused', async (header) => {
    expect(await put('/api/v3/variables/E', { value: 'a' }, { 'if-match': header })).toMatchObject({
      status: 400,
      json: { type: 'urn:strobe:problem:invalid-input', errors: [{ pointer: 'If-Match' }] },
    });
  });

  it('is not needed', async () => {
    await put('/api/v3/variables/E', { value: 'a' });
    expect((await put('/api/v3/variables/E', { value: 'b' })).status).toBe(204);
  });
});
