import { expect, it } from 'vitest';
import type { Print } from '#contract/api-v3/print.ts';
import { CSV_COLUMNS, printsCsv } from '#renderer/panels/print/prints-csv.ts';

const PRINT: Print = {
  id: 25,
  printer: 'Line 1',
  job: 'j1',
  label: '=Milk',
  labelRevision: 3,
  table: 'Products',
  key: '0042',
  state: 'void',
  proof: 'id',
  operator: 'Anna',
  reason: 'torn, twice',
  reserved: '2026-11-21T06:00:00.000Z',
  settled: '2026-11-21T06:00:01.000Z',
  counters: [
    { name: 'Serial', value: 37 },
    { name: 'Box', value: 4 },
  ],
  reprintOf: 7,
  pictureHash: '',
};

it('each print is a row with the time of its controller, without a formula or a broken cell', () => {
  const rows = [{ print: PRINT, controller: 'Hall 2', timeZone: 'Europe/Zurich', outcome: 'Not printed' }];
  const [head, row] = printsCsv(CSV_COLUMNS, rows).slice(1).split('\r\n');
  expect(head).toBe(
    'time,controller,printer,id,label,version,table,key,job,outcome,reason,counters,person,reprintOf,supersedes,supersededBy',
  );
  expect(row).toBe(
    `2026-11-21T07:00:00+01:00,Hall 2,Line 1,25,'=Milk,3,Products,0042,j1,Not printed,"torn, twice",Serial 37; Box 4,Anna,7,,`,
  );
});

it('what a print does not have is an empty cell', () => {
  const { labelRevision: _revision, table: _table, key: _key, reason: _reason, operator: _operator, reprintOf: _of, ...bare } = PRINT;
  const rows = [{ print: { ...bare, counters: [] }, controller: 'Hall 2', timeZone: 'UTC', outcome: 'Printed' }];
  expect(printsCsv(CSV_COLUMNS, rows)).toContain(`25,'=Milk,,,,j1,Printed,,,,,,\r\n`);
});
