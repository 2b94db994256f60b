import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preflightFindingsSchema, preflightSchema, type Preflight } from '#contract/api-v3/preflight.ts';
import { openService, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

let service: OpenService;
const TABLE = '/api/v3/tables/Milk/preflight';
const AT_NOON = { moments: ['2026-11-21T12:00:00+01:00'] };

beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  const objs = [{ type: 'EAN-13', name: 'Code', x: 10, y: 2, barHeight: 8, text: '{TABLE;GTIN}' }];
  await service.call('/api/v3/labels/Case', { method: 'PUT', body: { format: 3, width: 50, height: 20, objs } });
  const rows = [
    ['=A1', '4006381333931'],
    ['B', '4006381333930'],
  ];
  await service.call('/api/v3/tables/Milk', { method: 'PUT', body: { columns: ['SKU', 'GTIN'], rows } });
});
afterAll(() => service.close());

const start = (body: object, headers: Record<string, string> = {}) => service.call(TABLE, { method: 'POST', headers, body });
const read = async (path: string) => preflightSchema.parse((await service.call(path)).json);
const finished = (path: string) =>
  until(
    () => read(path),
    ({ ended }) => ended !== null,
  );

describe('POST /tables/{name}/preflight', () => {
  it('responds at once with the Location of its results', async () => {
    const answer = await start({ labelName: 'Case', keyColumn: 'SKU', ...AT_NOON });
    const begun = preflightSchema.parse(answer.json);
    expect([answer.status, answer.headers['location']]).toEqual([202, `/api/v3/preflights/${begun.id}`]);
    const ended = await finished(`/api/v3/preflights/${begun.id}`);
    expect(ended).toMatchObject({ state: 'done', tableName: 'Milk', rows: 2, rowsDone: 2, prints: 2, kept: 1, isCurrent: true });
    expect(ended.moments).toEqual(['2026-11-21T11:00:00.000Z']);
    const found = preflightFindingsSchema.parse((await service.call(`/api/v3/preflights/${begun.id}/findings`)).json);
    expect(found).toMatchObject({ total: 1, findings: [{ row: 1, key: 'B', object: 'EAN-13 "Code"', kind: 'fault', stops: true }] });
  });

  it('E18 has one effect with one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'preflight-1' };
    const body = { labelName: 'Case', ...AT_NOON };
    const [first, second] = [await start(body, headers), await start(body, headers)];
    expect([second.text, second.headers['location']]).toEqual([first.text, first.headers['location']]);
    await finished(`/api/v3/preflights/${(first.json as Preflight).id}`);
    expect(((await service.call('/api/v3/preflights')).json as Preflight[]).length).toBe(2);
  });

  it.each([
    ['no label', {}, '/labelName'],
    ['a moment that is none', { labelName: 'Case', moments: ['30 FEB'] }, '/moments/0'],
    ['moments and days', { labelName: 'Case', days: 2, ...AT_NOON }, '/days'],
    ['no days', { labelName: 'Case', days: 0 }, '/days'],
    ['a key that is not known', { labelName: 'Case', colour: 'red' }, '/colour'],
  ])('refuses %s and names it', async (_what, body, pointer) => {
    const { status, json } = await start(body);
    const errors = expect.arrayContaining([expect.objectContaining({ pointer })]) as unknown;
    expect({ status, json }).toMatchObject({ status: 400, json: { errors } });
  });

  it('accepts a value for a variable by its name, however that is encoded, and proves the selection with it', async () => {
    const [composed, decomposed] = ['Füllung', 'Füllung'.normalize('NFD')];
    await service.call(`/api/v3/variables/${encodeURIComponent(composed)}`, { method: 'PUT', body: { value: 'no EAN', userEdit: true } });
    const objs = [{ type: 'EAN-13', x: 10, y: 2, barHeight: 8, text: `{VARIABLE;${composed}}` }];
    await service.call('/api/v3/labels/Filled', { method: 'PUT', body: { format: 3, width: 50, height: 20, objs } });
    const choice = { labelName: 'Filled', variables: { [decomposed]: '4006381333931' } };
    const path = String((await start({ ...choice, days: 1 })).headers['location']);
    expect(await finished(path)).toMatchObject({ state: 'done', counts: [] });
    const body = { ...choice, tableName: 'Milk', preflight: path.split('/').at(-1) };
    expect(await service.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body })).toMatchObject({ status: 200 });
  });

  it('refuses a value for an unknown variable, because a misspelt one would prove nothing', async () => {
    const { status, json } = await start({ labelName: 'Case', variables: { Fulling: 'x' }, ...AT_NOON });
    expect({ status, json }).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '/variables/Fulling', detail: 'there is no such variable' }] },
    });
  });

  it('F1 exports its findings to a spreadsheet without formulas', async () => {
    await service.call('/api/v3/tables/Milk/cells', { method: 'POST', body: { cells: [{ row: 0, column: 'GTIN', value: '1' }] } });
    const path = String((await start({ labelName: 'Case', keyColumn: 'SKU', ...AT_NOON })).headers['location']);
    await finished(path);
    const { headers, text } = await service.call(`${path}/findings`, { headers: { accept: 'text/csv' } });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [heading, first] = text.split('\r\n');
    expect(heading).toBe('\ufeffrow,key,label,object,pointer,kind,stops,detail,moment,cells');
    expect(first).toMatch(/^1,'=A1,Case,"EAN-13 ""Code""",\/objs\/0\/text,fault,true,/u);
  });

  it('E17 is cancelled or deleted only if the ETag is current', async () => {
    const path = String((await start({ labelName: 'Case', ...AT_NOON })).headers['location']);
    await finished(path);
    const remove = async (tag: string) => (await service.call(path, { method: 'DELETE', headers: { 'if-match': tag } })).status;
    const etag = String((await service.call(path)).headers.etag);
    expect([await remove('"nope"'), await remove(etag), await remove(etag)]).toEqual([412, 204, 404]);
  });

  it('lists those of a table, without deleted ones', async () => {
    const path = String((await start({ labelName: 'Case', ...AT_NOON })).headers['location']);
    await finished(path);
    const ids = async (query: string) => ((await service.call(`/api/v3/preflights${query}`)).json as Preflight[]).map(({ id }) => id);
    const id = path.split('/').at(-1);
    expect((await ids('?tableName=Milk'))[0]).toBe(id);
    expect(await ids('?tableName=Water')).toEqual([]);
    expect((await service.call(path, { method: 'DELETE' })).status).toBe(204);
    expect([(await service.call(path)).status, (await service.call(path, { method: 'DELETE' })).status]).toEqual([404, 404]);
    expect(await ids('')).not.toContain(id);
  });
});
