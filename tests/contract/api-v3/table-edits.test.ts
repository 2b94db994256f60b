import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rowsPageSchema } from '#contract/api-v3/table.ts';
import { openService, type OpenService } from '#support/open-service.ts';

/** Rows and columns that are added and deleted one by one, over real HTTP. */

const PATH = '/api/v3/tables/Products';
const TABLE = {
  columns: ['SKU', 'Name'],
  rows: [
    ['1', 'Ketchup'],
    ['2', 'Mustard'],
  ],
};

let service: OpenService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
beforeEach(() => service.call(PATH, { method: 'PUT', body: TABLE }));

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  service.call(`${PATH}/${path}`, { method: 'POST', body, headers });
const remove = (path: string, headers: Record<string, string> = {}) => service.call(`${PATH}/${path}`, { method: 'DELETE', headers });
const table = async () => (await service.call(PATH)).json;
const etag = async () => String((await service.call(PATH)).headers.etag);
const version = async () => rowsPageSchema.parse((await service.call(`${PATH}/rows`)).json).rowsVersion ?? '';

describe('rows', () => {
  it('are added at the end and before a row, and deleted', async () => {
    const rowsVersion = await version();
    expect(await post('rows', { rowsVersion, rows: [['3', 'Aioli']] })).toMatchObject({ status: 200, json: { row: 2, rowsVersion } });
    expect(await post('rows', { at: 0, rows: [['0', 'Salt']] })).toMatchObject({ status: 200, json: { row: 0 } });
    expect(await table()).toEqual({ ...TABLE, rows: [['0', 'Salt'], ...TABLE.rows, ['3', 'Aioli']] });
    expect(await remove('rows?row=1&count=2')).toMatchObject({ status: 200, json: { rows: TABLE.rows } });
    expect(await table()).toMatchObject({
      rows: [
        ['0', 'Salt'],
        ['3', 'Aioli'],
      ],
    });
  });

  it('E18 are added once by a repeated request', async () => {
    const again = () => post('rows', { rows: [['3', 'Aioli']] }, { 'idempotency-key': 'one-row' });
    const answers = [await again(), await again()];
    expect(answers.map(({ status, json }) => [status, json])).toEqual(Array(2).fill([200, answers[0]?.json]));
    expect(await table()).toEqual({ ...TABLE, rows: [...TABLE.rows, ['3', 'Aioli']] });
  });

  it('E17 are not changed for a client that has seen other ones', async () => {
    const rowsVersion = await version();
    const seen = { 'if-match': await etag() };
    await post('rows', { at: 0, rows: [['0', 'Salt']] });
    const before = await table();
    for (const answer of [
      await post('rows', { rows: [['3', 'Aioli']] }, seen),
      await post('rows', { rows: [['3', 'Aioli']], rowsVersion }),
      await remove('rows?row=1', seen),
      await remove(`rows?row=1&rowsVersion=${rowsVersion}`),
      await post('cells', { rowsVersion, cells: [{ row: 1, column: 'Name', value: 'x' }] }),
    ]) {
      expect(answer).toMatchObject({ status: 412, json: { type: 'urn:strobe:problem:changed-meanwhile' } });
    }
    expect(await table()).toEqual(before);
    expect(await remove('rows?row=1', { 'if-match': await etag() })).toMatchObject({ status: 200 });
  });

  it.each([
    ['no row', { rows: [] }, '/rows'],
    ['too many rows', { rows: Array(1_001).fill(['1', 'x']) }, '/rows'],
    ['a row of another length', { rows: [['1', 'x'], ['2']] }, '/rows/1'],
    ['a cell that is a number', { rows: [['1', 2]] }, '/rows/0/1'],
    ['a place behind the end', { at: 3, rows: [['1', 'x']] }, '/at'],
    ['a place before the start', { at: -1, rows: [['1', 'x']] }, '/at'],
  ])('are not added with %s', async (_what, body, pointer) => {
    expect(await post('rows', body)).toMatchObject({ status: 400, json: { errors: [{ pointer }] } });
    expect(await table()).toEqual(TABLE);
  });

  it.each([
    ['', 400],
    ['?row=x', 400],
    ['?row=0&count=0', 400],
    ['?row=0&count=1001', 400],
    ['?row=1&count=2', 404],
    ['?row=2', 404],
  ])('are not deleted by %s', async (query, status) => {
    expect(await remove(`rows${query}`)).toMatchObject({ status });
    expect(await table()).toEqual(TABLE);
  });
});

describe('columns', () => {
  it('are added, renamed and deleted', async () => {
    expect(await post('columns', { name: 'Weight', at: 1 })).toMatchObject({ status: 200, json: { rowsVersion: await version() } });
    expect(await post('columns/rename', { column: 'Weight', name: 'Net weight' })).toMatchObject({ status: 204, text: '' });
    expect(await table()).toMatchObject({ columns: ['SKU', 'Net weight', 'Name'], rows: [['1', '', 'Ketchup'], {}] });
    expect(await remove('columns?column=SKU')).toMatchObject({ status: 200, json: { at: 0, cells: ['1', '2'] } });
    expect(await table()).toMatchObject({ columns: ['Net weight', 'Name'] });
  });

  it.each([
    ['a taken name', { name: 'Name' }, 409],
    ['no name', { name: '' }, 400],
    ['too few cells', { name: 'A', cells: ['1'] }, 400],
  ])('are not added with %s', async (_what, body, status) => {
    expect(await post('columns', body)).toMatchObject({ status });
    expect(await table()).toEqual(TABLE);
  });

  it('are neither renamed nor deleted when they are missing', async () => {
    expect(await post('columns/rename', { column: 'Weight', name: 'A' })).toMatchObject({ status: 404 });
    expect(await remove('columns?column=Weight')).toMatchObject({ status: 404 });
    expect(await remove('columns')).toMatchObject({ status: 400, json: { errors: [{ pointer: '?column' }] } });
    expect(await table()).toEqual(TABLE);
  });
});
