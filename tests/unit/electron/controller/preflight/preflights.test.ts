import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { preflightRequestSchema, type Preflight } from '#contract/api-v3/preflight.ts';
import { printJobSchema } from '#contract/api-v3/print-job.ts';
import { labelSchema } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import { DrawingPool } from '#controller/drawing/drawing-pool.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig } from '../printing/printing-rig.ts';

let rig: PrintingRig;
beforeEach(async () => {
  rig = await PrintingRig.build();
});
afterEach(async () => {
  await rig.controller.stop();
  await rig.close();
});

const TEXT = { x: 1, y: 1, font: { family: 'Arimo', height: 2 } };
const CODE = { type: 'GS1-DataMatrix', x: 30, y: 2, moduleSize: 0.508 };

async function putLabel(name: string, objs: unknown[]): Promise<void> {
  await rig.controller.labels.put(name, labelSchema.parse({ format: 3, width: 50, height: 20, objs }));
}

async function finished(id: string): Promise<Preflight> {
  return untilHolds(async () => {
    const preflight = await rig.controller.preflights.get(id);
    if (preflight.ended === null) throw new Error(`${preflight.rowsDone} of ${preflight.rows} rows are done`);
    return preflight;
  });
}

/** Runs a pre-flight to its end and returns its findings. */
async function look(table: string, request: object) {
  const { id } = await rig.controller.preflights.start(table, preflightRequestSchema.parse(request));
  const preflight = await finished(id);
  const { findings } = await rig.controller.preflights.findings(id, { offset: 0, limit: 1_000 });
  return { preflight, findings };
}

const AT_NOON = { moments: ['2026-11-21T11:00:00Z'] };

describe('a pre-flight', () => {
  beforeEach(async () => {
    await putLabel('Case', [
      { type: 'Text', ...TEXT, name: 'Product', width: 25, height: 4, text: '{TABLE;Name}' },
      { ...CODE, name: 'Code', apps: [['01', '{TABLE;GTIN}']] },
    ]);
  });

  it('finds nothing where every row prints as it should', async () => {
    await rig.controller.tables.put('T', { columns: ['Name', 'GTIN'], rows: [['Oat milk', '09501101530003']] });
    const { preflight, findings } = await look('T', { labelName: 'Case', ...AT_NOON });
    expect(findings).toEqual([]);
    expect(preflight).toMatchObject({ state: 'done', reason: null, rows: 1, rowsDone: 1, prints: 1, counts: [], kept: 0, isCurrent: true });
  });

  it('reports row, key, object, cells and moment of a finding, and whether it prevents the print', async () => {
    const rows = [
      ['A', 'Oat milk', '09501101530003'],
      ['B', 'Milk of oats that was pressed by hand and then filled into very many bottles of glass', '09501101530003'],
      ['C', 'Soy milk', '09501101530004'],
    ];
    await rig.controller.tables.put('T', { columns: ['SKU', 'Name', 'GTIN'], rows });
    const { preflight, findings } = await look('T', { labelName: 'Case', keyColumn: 'SKU', ...AT_NOON });
    expect(findings).toEqual([
      {
        ...{ row: 1, key: 'B', labelName: 'Case', pointer: '/objs/0', object: 'Text "Product"', kind: 'overflow', stops: false },
        detail: expect.stringMatching(/^The text is [\d.]+ mm too high for its box$/u) as string,
        moment: '2026-11-21T11:00:00.000Z',
        cells: [{ column: 'Name', value: rows[1]?.[1] }],
      },
      {
        ...{
          row: 2,
          key: 'C',
          labelName: 'Case',
          pointer: '/objs/1/apps/0/1',
          object: 'GS1-DataMatrix "Code"',
          kind: 'fault',
          stops: true,
        },
        detail: expect.stringContaining('check digit') as string,
        moment: '2026-11-21T11:00:00.000Z',
        cells: [{ column: 'GTIN', value: '09501101530004' }],
      },
    ]);
    expect(preflight.counts).toEqual([
      { kind: 'overflow', stops: false, findings: 1, rows: 1 },
      { kind: 'fault', stops: true, findings: 1, rows: 1 },
    ]);
  });

  it('names the character that the font lacks', async () => {
    await rig.controller.tables.put('T', { columns: ['Name', 'GTIN'], rows: [['Milk \u{13000}', '09501101530003']] });
    const { findings } = await look('T', { labelName: 'Case', ...AT_NOON });
    expect(findings).toMatchObject([
      { row: 0, kind: 'fault', pointer: '/objs/0/text', detail: expect.stringContaining('\u{13000}') as string },
    ]);
  });

  it('F3 reports empty and duplicate keys, and invalid numbers of copies', async () => {
    const rows = [
      ['A', '2'],
      ['', '1'],
      ['B', 'x'],
      ['A', ''],
    ].map((cells) => [...cells, 'Oat milk', '09501101530003']);
    await rig.controller.tables.put('T', { columns: ['SKU', 'Copies', 'Name', 'GTIN'], rows });
    const { findings } = await look('T', { labelName: 'Case', keyColumn: 'SKU', copiesColumn: 'Copies', ...AT_NOON });
    expect(findings.map(({ row, kind, stops }) => [row, kind, stops])).toEqual([
      [1, 'key', true],
      [2, 'copies', true],
      [0, 'key', true],
      [3, 'key', true],
    ]);
  });

  it('skips rows without copies', async () => {
    await rig.controller.tables.put('T', { columns: ['Copies', 'Name', 'GTIN'], rows: [['0', 'Oat milk', 'nonsense']] });
    const { preflight, findings } = await look('T', { labelName: 'Case', copiesColumn: 'Copies', ...AT_NOON });
    expect([findings, preflight.rowsDone, preflight.prints]).toEqual([[], 1, 0]);
  });

  it('checks each row with the label that it names, and reports missing labels', async () => {
    await putLabel('Small', [{ type: 'Text', ...TEXT, text: '{TABLE;Name}' }]);
    const rows = [
      ['Small', 'Oat milk', ''],
      ['', 'Oat milk', '1'],
      ['Gone', 'Oat milk', ''],
    ];
    await rig.controller.tables.put('T', { columns: ['Label', 'Name', 'GTIN'], rows });
    const { findings } = await look('T', { labelName: 'Case', labelColumn: 'Label', ...AT_NOON });
    expect(findings.map(({ row, labelName, kind, detail }) => [row, labelName, kind, detail])).toEqual([
      [1, 'Case', 'fault', expect.any(String)],
      [2, undefined, 'label', 'There is no label "Gone"'],
    ]);
  });

  it('checks dates at every moment, and reports the first one with a finding', async () => {
    await putLabel('Dated', [{ type: 'Text', ...TEXT, width: 14, height: 3, text: '{IF;{MONTH};=;09;September and what follows;May}' }]);
    await rig.controller.tables.put('T', { columns: ['Name'], rows: [['A'], ['B']] });
    const moments = ['2026-05-01T12:00:00Z', '2026-09-01T12:00:00Z', '2026-11-01T12:00:00Z'];
    const { preflight, findings } = await look('T', { labelName: 'Dated', moments });
    expect(preflight.prints).toBe(6);
    expect(findings.map(({ row, moment }) => [row, moment])).toEqual([
      [0, '2026-09-01T12:00:00.000Z'],
      [1, '2026-09-01T12:00:00.000Z'],
    ]);
  });

  it('uses the given values of variables', async () => {
    await rig.controller.variables.put('Lot', { value: 'A1', description: '', userEdit: true, pinned: false });
    await putLabel('Lot', [{ type: 'EAN-13', x: 8, y: 2, barHeight: 10, text: '{VARIABLE;Lot}' }]);
    await rig.controller.tables.put('T', { columns: ['Name'], rows: [['A']] });
    expect((await look('T', { labelName: 'Lot', ...AT_NOON })).findings).toHaveLength(1);
    expect((await look('T', { labelName: 'Lot', variables: { Lot: '4006381333931' }, ...AT_NOON })).findings).toEqual([]);
  });
});

describe('the inputs of a pre-flight', () => {
  const request = preflightRequestSchema.parse({ labelName: 'Case', ...AT_NOON });
  beforeEach(async () => {
    await putLabel('Case', [{ type: 'Text', ...TEXT, text: '{TABLE;Name}' }]);
    await rig.controller.tables.put('T', { columns: ['Name'], rows: [['A']] });
  });

  it.each([
    ['a cell', () => rig.controller.tables.editCells('T', { cells: [{ row: 0, column: 'Name', value: 'B' }] })],
    ['the label', () => putLabel('Case', [{ type: 'Text', ...TEXT, text: '{TABLE;Name}!' }])],
    ['the table', () => rig.controller.tables.put('T', { columns: ['Name'], rows: [['A']] })],
    ['that there is a table', () => rig.controller.tables.remove('T')],
  ])('it is no longer current after a change of %s', async (_what, change) => {
    const { preflight } = await look('T', request);
    await change();
    expect([preflight.isCurrent, (await rig.controller.preflights.get(preflight.id)).isCurrent]).toEqual([true, false]);
  });

  it('is stored with its findings over a restart', async () => {
    const { preflight } = await look('T', request);
    await rig.restart();
    expect(await rig.controller.preflights.list('T')).toEqual([preflight]);
    expect(await rig.controller.preflights.list('U')).toEqual([]);
  });

  it('can be deleted', async () => {
    const { preflight } = await look('T', request);
    await rig.controller.preflights.remove(preflight.id);
    for (const ask of [() => rig.controller.preflights.get(preflight.id), () => rig.controller.preflights.remove(preflight.id)]) {
      await expect(ask()).rejects.toMatchObject({ slug: 'not-found' });
    }
  });

  it('that cannot be stored stays readable, and can be deleted', async () => {
    await sql`DROP TABLE preflights`.execute(rig.db);
    const { id } = await rig.controller.preflights.start('T', request);
    expect(await finished(id)).toMatchObject({ state: 'done', rowsDone: 1 });
    await sql`CREATE TABLE preflights (id TEXT, outcome TEXT, table_version TEXT, labels TEXT, findings TEXT, started INTEGER)`.execute(
      rig.db,
    );
    await rig.controller.preflights.remove(id);
    await expect(rig.controller.preflights.get(id)).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('stops when it is cancelled, and the waiting ones run', async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => [`Product ${row}`]);
    await rig.controller.tables.put('Long', { columns: ['Name'], rows });
    const long = await rig.controller.preflights.start('Long', request);
    const next = await rig.controller.preflights.start('T', request);
    await rig.controller.preflights.remove(long.id);
    expect(await finished(long.id)).toMatchObject({ state: 'cancelled' });
    expect(await finished(next.id)).toMatchObject({ state: 'done', rowsDone: 1 });
  });
});

describe('a selection that requires a pre-flight', () => {
  const job = { labelName: 'Case', tableName: 'T' };
  let id: string;
  const bad = { columns: ['Name'], rows: [['\u{13000}'], ['A']] };

  async function lookAhead(request: object = {}): Promise<void> {
    id = (await look('T', { labelName: 'Case', ...request })).preflight.id;
  }

  beforeEach(async () => {
    await putLabel('Case', [{ type: 'Text', ...TEXT, text: '{TABLE;Name}' }]);
    await rig.controller.tables.put('T', { columns: ['Name'], rows: [['A'], ['B']] });
    await lookAhead();
  });

  it('is made when it is proved', async () => {
    await expect(rig.select({ ...job, preflight: id })).resolves.toMatchObject({ position: 0 });
    await expect(rig.select({ ...job, keyColumn: 'Name', key: 'B', preflight: id })).resolves.toMatchObject({ position: 0 });
  });

  it.each([
    { why: 'it does not exist', make: async () => void (id = 'gone') },
    { why: 'it has findings that prevent a print', make: async () => (await rig.controller.tables.put('T', bad), lookAhead()) },
    { why: 'the table or a label has changed since', make: () => putLabel('Case', [{ type: 'Text', ...TEXT, text: '{TABLE;Name}!' }]) },
    { why: 'it is valid only until 2026-11-24T06:00:', make: async () => rig.clock.advance(4 * 86_400_000) },
    { why: 'it is for the printer "Line 2"', make: () => lookAhead({ printer: 'Line 2' }) },
    { why: 'it did not check all of these rows', make: () => lookAhead({ rowCount: 1 }) },
  ])('is refused because $why', async ({ why, make }) => {
    await make();
    const refusal = { slug: 'preflight-missing', message: expect.stringContaining(why) as string };
    await expect(rig.select({ ...job, preflight: id })).rejects.toMatchObject(refusal);
  });

  it.each([
    { what: 'another table', more: { tableName: 'U' } },
    { what: 'another label', more: { labelName: 'Other' } },
    { what: 'other values of variables', more: { variables: { Lot: 'B' } } },
  ])('is refused for $what', async ({ more }) => {
    const refused = expect(rig.select({ ...job, ...more, preflight: id })).rejects;
    await refused.toMatchObject({ slug: 'preflight-missing', message: expect.stringContaining('it is for') as string });
  });
});

describe('a printer that requires pre-flights', () => {
  const job = { labelName: 'Case', tableName: 'T' };
  const require = (preflightRequired: boolean) =>
    rig.controller.appliedSettings.put('Line 1', {
      ...{ bounceTime: 20, whenDataIsMissing: 'continue', firstPrintCheckRequired: false, preflightRequired },
    });
  const refusal = (why: string) => ({
    ...{ slug: 'preflight-missing', message: expect.stringContaining(why) as string, context: { instance: '/api/v3/tables/T' } },
  });

  beforeEach(async () => {
    await putLabel('Case', [{ type: 'Text', ...TEXT, text: '{TABLE;Name}' }]);
    await rig.controller.tables.put('T', { columns: ['Name'], rows: [['A'], ['B']] });
    await require(true);
  });

  it('refuses rows without one, and plans nothing from them', async () => {
    await expect(rig.select(job)).rejects.toMatchObject(refusal('There is none yet.'));
    await expect(rig.controller.planning.plan('Line 1', printJobSchema.parse(job))).rejects.toMatchObject({ slug: 'preflight-missing' });
    await expect(rig.select({ labelName: 'Plain' })).rejects.toMatchObject({ slug: 'not-found' });
    await require(false);
    await expect(rig.select(job)).resolves.toMatchObject({ position: 0 });
  });

  it('prints rows that any pre-flight covers, until the table or the label changes', async () => {
    await look('T', { labelName: 'Case' });
    await look('T', { labelName: 'Case', printer: 'Line 2' });
    await expect(rig.select(job)).resolves.toMatchObject({ position: 0 });
    await rig.controller.tables.put('T', { columns: ['Name'], rows: [['A'], ['C']] });
    await expect(rig.select(job)).rejects.toMatchObject(refusal('the table or a label has changed since'));
  });
});

describe('invalid requests are refused at once', () => {
  beforeEach(async () => {
    await putLabel('Case', [{ type: 'Text', ...TEXT, text: 'A' }]);
    await rig.controller.tables.put('T', { columns: ['Name'], rows: [['A']] });
    await rig.controller.tables.put('Empty', { columns: ['Name'], rows: [] });
  });

  it.each([
    { what: 'a table', table: 'Gone', more: {}, detail: 'There is no table "Gone".' },
    { what: 'a label', table: 'T', more: { labelName: 'Gone' }, detail: 'There is no label "Gone".' },
    { what: 'a printer', table: 'T', more: { printer: 'Line 9' }, detail: 'There is no printer "Line 9".' },
    { what: 'a column', table: 'T', more: { keyColumn: 'SKU' }, detail: 'The table "T" has no column "SKU".' },
    {
      what: 'rows',
      table: 'T',
      more: { rowCount: 2 },
      detail: '/rowCount: the table "T" has 1 rows from row 0 (counted from 0; row 1 on the page) on, not 2',
    },
    { what: 'any row', table: 'Empty', more: {}, detail: '{name}: the table "Empty" has no rows' },
  ])('$what that there is not', async ({ table, more, detail }) => {
    const request = preflightRequestSchema.parse({ labelName: 'Case', ...AT_NOON, ...more });
    await expect(rig.controller.preflights.start(table, request)).rejects.toMatchObject({
      slug: /^[/{]/.test(detail) ? 'invalid-input' : 'not-found',
      message: detail,
    });
    expect(await rig.controller.preflights.list()).toEqual([]);
  });
});

it('rows on which the threads fail are reported one by one, and the others are checked', async () => {
  const drawing = new DrawingPool();
  const examine = drawing.examine.bind(drawing);
  vi.spyOn(drawing, 'examine').mockImplementation(async (order, prints) => {
    if (prints.rows.some((row) => row?.get('Name') === 'endless')) {
      throw new ProblemError('cannot-render', { detail: 'The label cannot be drawn: it takes longer than 1 s.' });
    }
    return examine(order, prints);
  });
  const own = await PrintingRig.build({ drawing });
  try {
    await own.controller.labels.put(
      'Case',
      labelSchema.parse({ format: 3, width: 9, height: 9, objs: [{ type: 'Text', ...TEXT, text: '{TABLE;Name}' }] }),
    );
    const rows = Array.from({ length: 400 }, (_, row) => [row === 300 ? 'endless' : String(row)]);
    await own.controller.tables.put('T', { columns: ['Name'], rows });
    const { id } = await own.controller.preflights.start('T', preflightRequestSchema.parse({ labelName: 'Case', ...AT_NOON }));
    await untilHolds(async () => expect((await own.controller.preflights.get(id)).state).toBe('done'));
    const { findings } = await own.controller.preflights.findings(id, { offset: 0, limit: 10 });
    expect(findings).toMatchObject([{ row: 300, kind: 'fault', detail: 'The label cannot be drawn: it takes longer than 1 s.' }]);
  } finally {
    await own.controller.stop();
    await drawing.stop();
    await own.close();
  }
});
