import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';

let service: OpenService;
beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('x') });
});
afterAll(() => service.close());

const TOO_LARGE = '10000000000000000';

const select = (body: string) => ({ method: 'POST', path: 'printJob', body });
const put = (path: string, body: string) => ({ method: 'PUT', path, body });
const get = (path: string) => ({ method: 'GET', path, body: undefined });

it.each([
  [select(`{"labelName":"Carton","copies":${TOO_LARGE}}`), { pointer: '/copies', detail: 'is too large' }],
  [select('{"labelName":"Carton","copies":1.5}'), { pointer: '/copies', detail: 'must be a whole number' }],
  [put('counters/Box', `{"value":${TOO_LARGE}}`), { pointer: '/value', detail: 'is too large' }],
  [put('counters/Box', `{"minValue":-${TOO_LARGE}}`), { pointer: '/minValue', detail: 'is too small' }],
  [put('counters/Box', '{"width":101}'), { pointer: '/width', detail: 'must be at most 100' }],
  [
    put('labels/L', '{"format":3,"width":9,"height":9,"objs":[],"rotation":"UP"}'),
    { pointer: '/rotation', detail: 'must be NONE, CW90, CW180 or CCW90' },
  ],
  [get('tables/K/rows?order=up'), { pointer: '?order', detail: 'must be ascending or descending' }],
  [get(`prints?before=${TOO_LARGE}`), { pointer: '?before', detail: 'is too large' }],
])('%j is refused with a plain description of the fault', async ({ method, path, body }, error) => {
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await service.call(`/api/v3/${path}`, { method, headers, body });
  expect(answer).toMatchObject({ status: 400, json: { errors: [error] } });
});

it('a pre-flight of a table without rows points at its path, where the table is named', async () => {
  await service.call('/api/v3/tables/Empty', { method: 'PUT', body: { columns: ['a'], rows: [] } });
  const answer = await service.call('/api/v3/tables/Empty/preflight', { method: 'POST', body: { labelName: 'Carton' } });
  expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer: '{name}', detail: 'the table "Empty" has no rows' }] } });
});
