import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';

/** Many clients send a content type with every request, even without a body. */

let service: OpenService;
beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('x') });
  await warm(service);
});
afterAll(() => service.close());

const TYPES = ['text/plain', 'text/plain; charset=utf-8', 'application/x-www-form-urlencoded', 'application/octet-stream', 'text/csv'];
/** Bodies of clients that have nothing to send, or that write it wrongly. */
const NO_TYPES = ['', 'json', 'application/json charset=utf-8'];
const EMPTY: Record<string, string>[] = [{ 'content-length': '0' }, { 'transfer-encoding': 'chunked' }];
const requests = [...TYPES, ...NO_TYPES].flatMap((type) => EMPTY.map((length) => ({ 'content-type': type, ...length })));

const status = async (method: string, path: string, headers: Record<string, string>) =>
  (await service.call(path, { method, headers, body: '' })).status;
const queued = async () => ((await service.call('/api/v3/status')).json as { queue: number }).queue;

describe.each(requests)('an empty body sent with %j', (headers) => {
  it('aborts, triggers and deselects', async () => {
    await service.call('/api/v3/printJob', { method: 'POST', body: { labelName: 'Carton' } });
    expect(await status('POST', '/api/v3/trigger', headers)).toBe(202);
    expect(await status('POST', '/api/v3/abortPrint', headers)).toBe(204);
    await service.call('/api/v3/printJob', { method: 'POST', body: { labelName: 'Carton' } });
    expect([await status('POST', '/api/v3/printJob', headers), await queued()]).toEqual([204, 0]);
  });

  it('deletes', async () => {
    await service.call('/api/v3/variables/Batch', { method: 'PUT', body: { value: '1' } });
    expect(await status('DELETE', '/api/v3/variables/Batch', headers)).toBe(204);
  });

  it('replaces nothing', async () => {
    expect(await status('PUT', '/api/v3/variables/Batch', headers)).toBe(400);
  });

  it('is a 404 on an unknown path', async () => {
    expect(await status('POST', '/api/v3/nowhere', headers)).toBe(404);
  });
});

it.each(['application/json', 'application/octet-stream'])('an empty body is taken whatever its encoding says: %s', async (type) => {
  expect(await status('POST', '/api/v3/abortPrint', { 'content-type': type, 'content-encoding': 'gzip', 'content-length': '0' })).toBe(204);
});

it('a body with the content encoding identity is accepted, in any case', async () => {
  const headers = { 'content-encoding': 'Identity' };
  expect((await service.call('/api/v3/variables/Coded', { method: 'PUT', headers, body: { value: '1' } })).status).toBe(201);
});

it.each([
  ['/api/v3/variables/a', 'Send the body as application/json.'],
  ['/api/v3/tables/a', 'Send the body as application/json or text/csv.'],
  ['/api/v3/fonts/a/b', 'Send the body as font/sfnt or font/ttf or font/otf or font/collection.'],
  ['/api/v3/backups/a.strobe-backup', 'Send the body as application/vnd.strobe.backup.'],
])('E4 a body of an unknown type is refused with the types that %s accepts', async (path, detail) => {
  for (const type of ['application/zip', 'nonsense', '']) {
    const answer = await service.call(path, { method: 'PUT', headers: { 'content-type': type }, body: 'x' });
    expect(answer).toMatchObject({ status: 415, json: { detail: expect.stringContaining(detail) as string } });
  }
});

it.each(TYPES)('E4 a body of the type %s is refused although its length is not announced', async (type) => {
  const headers = { 'content-type': type, 'transfer-encoding': 'chunked' };
  const answer = await service.call('/api/v3/abortPrint', { method: 'POST', headers, body: 'x' });
  expect(answer).toMatchObject({ status: 415, json: { type: 'urn:strobe:problem:unsupported-media-type' } });
});

it.each(['QUERY', 'PATCH', 'PROPFIND'])('the body of %s is not read where the method is not allowed', async (method) => {
  const [withBody, without] = [
    await service.call('/api/v3/labels/Carton', { method, headers: { 'content-type': 'application/json' }, body: '{' }),
    await service.call('/api/v3/labels/Carton', { method }),
  ];
  expect([withBody.status, without.status]).toEqual([405, 405]);
  expect(without.headers.allow).toBe('DELETE, GET, HEAD, PUT');
});
