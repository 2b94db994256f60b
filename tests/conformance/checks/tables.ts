import { z } from 'zod';
import type { Check } from '../check.ts';
import { expectHolds, expectRefused, expectSame, expectStatus, expectSuccess, expectThat, objectOf, shaped } from '../expectations.ts';
import { TABLE } from '../material.ts';
import type { Visit } from '../visit.ts';
import { made } from './resources.ts';

const core = (what: string, says: string, table: Record<string, unknown>): Check => ({
  ...{ id: `tables.${what}`, level: 'core', source: 'strobe' },
  says,
  run: async (visit) => {
    const path = await made(visit, { noun: 'tables', states: [table, table] });
    const answer = await visit.target.get(path);
    const { columns, rows } = objectOf(answer);
    expectSame(answer, { columns, rows }, table);
  },
});

const strict = (what: string, says: string, run: Check['run']): Check => ({
  ...{ id: `tables.${what}`, level: 'extensions', source: 'strobe' },
  says,
  run,
});

const refused = (what: string, table: unknown): Check =>
  strict(`refused: ${what}`, `A table with ${what} is refused, and the old one is unchanged.`, async (visit) => {
    const path = visit.own('tables');
    await visit.target.put(path, TABLE);
    expectRefused(await visit.target.put(path, table));
    expectHolds(await visit.target.get(path), TABLE);
  });

const MANY = 1_000;
const many = Array.from({ length: MANY }, (_, index) => [`K${(index * 7) % MANY}`, `row ${index}`]);

const pageSchema = z.looseObject({
  columns: z.array(z.string()),
  rows: z.array(z.looseObject({ row: z.number(), cells: z.array(z.string()) })),
  total: z.number(),
});

async function page(visit: Visit, query: string) {
  return shaped(await visit.target.get(`${visit.own('tables')}/rows?${query}`), pageSchema, 'a page of rows');
}

export const tableChecks: readonly Check[] = [
  core('cells', 'Cells are strings and are preserved exactly.', {
    columns: ['a', 'b'],
    rows: [
      ['007', ' blanks '],
      ['', 'a "quoted", cell'],
      ['two\nlines', 'Größe 标签 😀'],
      ['1e3', '=1+1'],
    ],
  }),
  core('order', 'Rows and columns keep their order, and equal rows are all preserved.', {
    columns: ['z', 'a', 'm'],
    rows: [
      ['3', '3', '3'],
      ['1', '1', '1'],
      ['3', '3', '3'],
      ['2', '2', '2'],
    ],
  }),
  core('many', `A table of ${MANY} rows is read back with all of them.`, { columns: ['key', 'text'], rows: many }),
  core('no-rows', 'A table may have no rows.', { columns: ['a'], rows: [] }),
  core('prototype-columns', 'A column may be called __proto__ or constructor.', {
    columns: ['__proto__', 'constructor', 'a;b'],
    rows: [['1', '2', '3']],
  }),
  strict('shape', 'A table is columns and rows of strings.', async (visit) => {
    expectSuccess(await visit.target.put(visit.own('tables'), TABLE));
    const answer = await visit.target.get(visit.own('tables'));
    expectSame(answer, objectOf(answer), TABLE);
  }),
  refused('a row that is too short', { columns: ['a', 'b'], rows: [['1']] }),
  refused('a row that is too long', { columns: ['a'], rows: [['1', '2']] }),
  refused('a duplicate column', { columns: ['a', 'a'], rows: [] }),
  refused('a cell that is a number', { columns: ['a'], rows: [[7]] }),
  refused('no column', { columns: [], rows: [] }),
  refused('no rows', { columns: ['a'] }),
  strict('csv-in', 'A table is accepted as CSV, with quotes and commas in cells.', async (visit) => {
    const path = visit.own('tables');
    const csv = 'SKU,Name\r\n007,"a ""quoted"", name"\r\n8,Größe\r\n';
    expectSuccess(await visit.target.put(path, csv, { 'content-type': 'text/csv' }));
    const rows = [
      ['007', 'a "quoted", name'],
      ['8', 'Größe'],
    ];
    expectHolds(await visit.target.get(path), { columns: ['SKU', 'Name'], rows });
  }),
  strict('csv-out', 'A table is served as CSV.', async (visit) => {
    const path = visit.own('tables');
    await visit.target.put(path, { columns: ['a', 'b'], rows: [['1', 'x,"y"']] });
    const answer = await visit.target.get(path, { accept: 'text/csv' });
    expectThat(answer, (answer.headers.get('content-type') ?? '').startsWith('text/csv'), { expected: 'text/csv', seen: answer.text });
    expectSame(answer, answer.text.trimEnd().split(/\r?\n/), ['a,b', '1,"x,""y"""']);
  }),
  strict('csv-broken', 'A broken CSV file is refused, and the old table is unchanged.', async (visit) => {
    const path = visit.own('tables');
    await visit.target.put(path, TABLE);
    expectRefused(await visit.target.put(path, 'a,b\r\n1,"never closed\r\n', { 'content-type': 'text/csv' }));
    expectHolds(await visit.target.get(path), TABLE);
  }),
  strict('page', 'Rows are returned page by page, with their numbers and the total.', async (visit) => {
    await visit.target.put(visit.own('tables'), { columns: ['key', 'text'], rows: many });
    const { rows, total } = await page(visit, 'offset=500&limit=3');
    const answer = await visit.target.get(`${visit.own('tables')}/rows?offset=500&limit=3`);
    expectSame(
      answer,
      { total, rows: rows.map(({ row, cells }) => [row, ...cells]) },
      { total: MANY, rows: [500, 501, 502].map((row) => [row, ...(many[row] ?? [])]) },
    );
  }),
  strict('look-up', 'A lookup by key is exact.', async (visit) => {
    await visit.target.put(visit.own('tables'), { columns: ['key'], rows: [['s12'], ['S12'], ['S1'], ['S12 ']] });
    const answer = await visit.target.get(`${visit.own('tables')}/rows?column=key&key=S12`);
    expectSame(
      answer,
      (await page(visit, 'column=key&key=S12')).rows.map(({ row }) => row),
      [1],
    );
  }),
  strict('cells.change', 'A cell is changed only if it still contains the expected text.', async (visit) => {
    const path = visit.own('tables');
    await visit.target.put(path, TABLE);
    const change = (was: string, value: string) => visit.target.post(`${path}/cells`, { cells: [{ row: 1, column: 'Name', was, value }] });
    expectStatus(await change('Large', 'Huge'), 204);
    expectStatus(await change('Large', 'Tiny'), 412);
    expectHolds(await visit.target.get(path), { rows: [TABLE.rows[0], ['S13', 'Huge']] });
  }),
  strict('cells.together', 'Cells are changed together or not at all.', async (visit) => {
    const path = visit.own('tables');
    await visit.target.put(path, TABLE);
    const cells = [
      { row: 0, column: 'Name', value: 'changed' },
      { row: 99, column: 'Name', value: 'nowhere' },
    ];
    expectRefused(await visit.target.post(`${path}/cells`, { cells }));
    expectHolds(await visit.target.get(path), TABLE);
  }),
];
