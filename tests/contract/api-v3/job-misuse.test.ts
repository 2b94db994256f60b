import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '#contract/problem.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';

const PRINTER = '/api/v3/printers/Line%201';
/** A label that shows one of everything. */
const LABEL = textLabel('{VARIABLE;V} {COUNTER;C} {SHIFTCODE;S} {TABLE;SKU}');
const COLUMNS = ['SKU', 'Copies', 'Printed', 'Label'];
const ROWS = [
  ['A', '1', '0', 'All'],
  ['B', '0', '7', ''],
  ['twice', 'x', 'x', 'none'],
  ['twice', '-1', '', ''],
];

let service: OpenService;
beforeAll(async () => {
  service = await openService();
  await warm(service);
});
afterAll(() => service.close());

const put = (path: string, body: unknown) => service.call(`/api/v3/${path}`, { method: 'PUT', body });
const select = (body: unknown, headers: Record<string, string> = {}) =>
  service.call(`${PRINTER}/printJob`, { method: 'POST', body, headers });
const queue = async () => (await service.call(`${PRINTER}/queue`)).json as { jobs: unknown[] };
const row = { tableName: 'T', keyColumn: 'SKU', key: 'A' };

beforeEach(async () => {
  await service.call(`${PRINTER}/abortPrint`, { method: 'POST' });
  await put('variables/V', { value: 'v' });
  await put('counters/C', { value: 1 });
  await put('shiftCodes/S', { shifts: [{ offset: 0, code: 's' }] });
  await put('tables/T', { columns: COLUMNS, rows: ROWS });
  await put('tables/Empty', { columns: COLUMNS, rows: [] });
  await put('labels/All', LABEL);
  await put('labels/Plain', textLabel('plain'));
});

describe('a selection', () => {
  it.each([
    [{ labelName: 'Plain', copies: 0 }, 400, 'copies'],
    [{ labelName: 'Plain', copies: -1 }, 400, 'copies'],
    [{ labelName: 'Plain', copies: 1_000_000_001 }, 400, 'copies'],
    [{ labelName: 'Plain', copies: 'x' }, 400, 'copies'],
    [{ labelName: 'Plain', copies: null }, 400, 'copies'],
    [{ labelName: 'Plain', copys: 1 }, 400, 'copys'],
    [{ labelName: 'None' }, 404, '"None"'],
    [{ labelName: 'All', tableName: 'Gone', keyColumn: 'SKU', key: 'A' }, 404, '"Gone"'],
    [{ labelName: 'All', ...row, keyColumn: 'EAN' }, 404, '"EAN"'],
    [{ labelName: 'All', ...row, key: 'Z' }, 404, '"Z"'],
    [{ labelName: 'All', ...row, key: 'twice' }, 409, 'rows 2 and 3 (counted from 0; rows 3 and 4 on the page)'],
    [{ labelName: 'All', tableName: 'Empty' }, 400, 'tableName'],
    [{ labelName: 'All', tableName: 'T', firstRow: 4 }, 400, 'firstRow'],
    [{ labelName: 'Plain', tableName: 'T', copiesColumn: 'Copies' }, 400, 'row 2 (counted from 0; row 3 on the page)'],
    [{ labelName: 'Plain', tableName: 'T', printedColumn: 'Printed' }, 400, 'row 2 (counted from 0; row 3 on the page)'],
    [{ labelName: 'Plain', tableName: 'T', copiesColumn: 'Nothing' }, 404, '"Nothing"'],
    [{ labelName: 'Plain', tableName: 'T', labelColumn: 'Label' }, 404, '"none"'],
  ])('E19 of %j is refused with %i and names %s; the queue is as it was', async (body, status, named) => {
    await select({ labelName: 'Plain', description: 'before' });
    const before = await queue();
    const answer = await select(body);
    expect([answer.status, (answer.json as Problem).detail]).toEqual([status, expect.stringContaining(named)]);
    expect(await queue()).toEqual(before);
  });

  it('E18 with one key makes one job, however often and however fast it is sent; without a key each makes its own', async () => {
    const headers = { 'idempotency-key': 'queue-once' };
    const body = { labelName: 'Plain', queue: true, freeze: false };
    const atOnce = await Promise.all([select(body, headers), select(body, headers), select(body, headers)]);
    const later = await select(body, headers);
    expect(later.status).toBe(200);
    for (const { status, text } of atOnce) expect(status === 409 || text === later.text).toBe(true);
    expect((await queue()).jobs).toHaveLength(1);
    await select(body);
    await select(body);
    expect((await queue()).jobs).toHaveLength(3);
  });
});

describe.each(['labels/All', 'tables/T', 'variables/V', 'counters/C', 'shiftCodes/S'])('%s', (path) => {
  const remove = () => service.call(`/api/v3/${path}`, { method: 'DELETE' });

  it('E20 keeps its label while the job needs it, and prints', async () => {
    await select({ labelName: 'All', ...row });
    expect(await remove()).toMatchObject({ status: 409, json: { type: 'urn:strobe:problem:in-use' } });
    expect((await service.call(`${PRINTER}/trigger`, { method: 'POST' })).status).toBe(202);
  });

  it('E20 prints a frozen label after the label is removed', async () => {
    await select({ labelName: 'All', ...row, freeze: true });
    expect((await remove()).status).toBe(204);
    expect((await service.call(`${PRINTER}/trigger`, { method: 'POST' })).status).toBe(202);
  });
});
