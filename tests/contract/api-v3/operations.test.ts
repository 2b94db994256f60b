import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { counterPreviewSchema, counterSchema } from '#contract/api-v3/counter.ts';
import { healthSchema } from '#contract/api-v3/health.ts';
import { labelSchema, labelSummarySchema } from '#contract/api-v3/label.ts';
import { labelPromptSchema } from '#contract/api-v3/variable.ts';
import { controllerSettingsSchema } from '#contract/api-v3/settings.ts';
import { shiftCodePreviewSchema, shiftCodeSchema } from '#contract/api-v3/shift-code.ts';
import { printCountersSchema } from '#contract/api-v3/print-counters.ts';
import { printHistorySchema } from '#contract/api-v3/print-history.ts';
import { selectionSchema } from '#contract/api-v3/print-job.ts';
import { printsPageSchema } from '#contract/api-v3/print.ts';
import { printerPropertiesSchema, printerStatusSchema } from '#contract/api-v3/printer.ts';
import { rowsPageSchema, tableSummarySchema } from '#contract/api-v3/table.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

/** Every operation of the specification and every extension, over real HTTP. */

let service: OpenService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const put = (path: string, body: unknown) => service.call(path, { method: 'PUT', body });
const read = async (path: string) => (await service.call(path)).json;

/** A stored document must equal the document that was sent. */
function expectExactly(schema: z.ZodType, document: unknown): void {
  expect(schema.parse(document)).toEqual(document);
}

describe('labels', () => {
  const path = '/api/v3/labels/Carton';
  const label = { ...textLabel('Best before {YEAR}'), vendorKey: { kept: true } };

  it('are created, returned unchanged, replaced, listed and deleted', async () => {
    expect(await put(path, label)).toMatchObject({ status: 201, text: '' });
    expect(labelSchema.parse(await read(path))).toMatchObject(label);
    expect(await put(path, textLabel('other'))).toMatchObject({ status: 204, text: '' });
    const list = z.record(z.string(), labelSummarySchema).parse(await read('/api/v3/labels'));
    expect(list['Carton']).toMatchObject({ width: 40, height: 15, revision: 2 });
    expect(await service.call(path, { method: 'DELETE' })).toMatchObject({ status: 204, text: '' });
    expect((await service.call(path)).status).toBe(404);
  });

  it('may have a group without a list of objects', async () => {
    expect(await put(path, { ...label, objs: [{ type: 'ObjectGroup', name: 'later' }] })).toMatchObject({ status: 201, text: '' });
    expect(await read(path)).toMatchObject({ objs: [{ type: 'ObjectGroup', name: 'later', children: [] }] });
    expect((await service.call(`${path}/simulation`)).status).toBe(200);
    await service.call(path, { method: 'DELETE' });
  });

  it('are simulated as a label with its dynamic text resolved', async () => {
    await put('/api/v3/variables/Shift', { value: 'late' });
    await put(path, textLabel('{VARIABLE;Shift} {YEAR}'));
    const simulated = labelSchema.parse(await read(`${path}/simulation?at=2031-05-06T07:08:09Z`));
    expect(simulated.objs[0]).toMatchObject({ type: 'Text', text: 'late 2031' });
  });

  it('are simulated with the row of a table', async () => {
    await put('/api/v3/tables/Sizes', { columns: ['SKU', 'Name'], rows: [['S12', 'Medium']] });
    await put(path, textLabel('{TABLE;Name}'));
    const simulated = labelSchema.parse(await read(`${path}/simulation?tableName=Sizes&keyColumn=SKU&key=S12`));
    expect(simulated.objs[0]).toMatchObject({ text: 'Medium' });
  });

  it('give an empty list as an empty dictionary', async () => {
    const other = await openService();
    expect(await other.call('/api/v3/labels')).toMatchObject({ status: 200, text: '{}' });
    await other.close();
  });
});

describe('tables', () => {
  const path = '/api/v3/tables/Products';
  const table = {
    columns: ['SKU', 'Name'],
    rows: [
      ['1', 'Ketchup'],
      ['2', 'a "quoted", name'],
    ],
  };

  it('are created, read, replaced, listed and deleted', async () => {
    expect(await put(path, table)).toMatchObject({ status: 201, text: '' });
    expect(await read(path)).toEqual(table);
    expect(await put(path, { ...table, rows: [] })).toMatchObject({ status: 204, text: '' });
    const list = z.record(z.string(), tableSummarySchema).parse(await read('/api/v3/tables'));
    expect(list['Products']).toMatchObject({ columns: ['SKU', 'Name'], rowCount: 0 });
    expect(await service.call(path, { method: 'DELETE' })).toMatchObject({ status: 204, text: '' });
    expect((await service.call(path)).status).toBe(404);
  });

  it('travel as CSV both ways', async () => {
    const csv = 'SKU,Name\r\n1,Ketchup\r\n2,"a ""quoted"", name"\r\n';
    const headers = { 'content-type': 'text/csv; charset=utf-8' };
    expect((await service.call(path, { method: 'PUT', headers, body: csv })).status).toBe(201);
    expect(await read(path)).toEqual(table);
    const answer = await service.call(path, { headers: { accept: 'text/csv' } });
    expect(answer.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', vary: 'Accept' });
    expect(answer.text.replaceAll('\r\n', '\n')).toBe(csv.replaceAll('\r\n', '\n'));
  });

  it('give pages of rows by search and by key', async () => {
    await put(path, table);
    const row = { row: 0, cells: ['1', 'Ketchup'] };
    expect(await read(`${path}/rows?search=KETCH`)).toMatchObject({ columns: table.columns, rows: [row], total: 1 });
    expect(await read(`${path}/rows?column=SKU&key=1`)).toMatchObject({ columns: table.columns, rows: [row], total: 1 });
    expect(await read(`${path}/rows?offset=1&limit=1`)).toMatchObject({ rows: [{ row: 1 }], total: 2 });
  });

  it('return rows in the order of a column, its duplicates, and those that contain a text in it', async () => {
    const rows = [
      ['2', 'Ketchup 3'],
      ['3', 'Mustard'],
      ['2', 'Aioli'],
    ];
    await put(path, { ...table, rows });
    const numbers = async (query: string) => rowsPageSchema.parse(await read(`${path}/rows?${query}`)).rows.map(({ row }) => row);
    expect(await numbers('sort=Name&order=descending')).toEqual([1, 0, 2]);
    expect(await numbers('doubles=SKU&sort=Name')).toEqual([2, 0]);
    expect(await numbers('search=3&within=SKU')).toEqual([1]);
    expect(await service.call(`${path}/rows?sort=Missing`)).toMatchObject({
      status: 404,
      json: { detail: expect.stringContaining('"Missing"') as string },
    });
    expect(await service.call(`${path}/rows?order=sideways`)).toMatchObject({ status: 400 });
  });

  it('are changed cell by cell if the expected value is current', async () => {
    await put(path, table);
    const { rowsVersion } = rowsPageSchema.parse(await read(`${path}/rows`));
    const change = (cells: unknown, headers = {}) =>
      service.call(`${path}/cells`, { method: 'POST', headers, body: { rowsVersion, cells } });
    const cell = { row: 0, column: 'Name', was: 'Ketchup', value: 'Aioli' };
    expect(await change([cell])).toMatchObject({ status: 204, text: '' });
    expect(await read(path)).toMatchObject({ rows: [['1', 'Aioli'], table.rows[1]] });
    expect(await change([cell])).toMatchObject({ status: 412, json: { detail: expect.stringContaining('is "Aioli" now') as string } });
    expect(await change([{ ...cell, was: 'Aioli' }], { 'if-match': '"another"' })).toMatchObject({ status: 412 });
    expect(await change([{ ...cell, row: 9 }])).toMatchObject({ status: 404 });
    expect(await change([])).toMatchObject({ status: 400, json: { errors: [{ pointer: '/cells' }] } });
    await put(path, table);
    expect(await change([cell])).toMatchObject({ status: 412, json: { detail: expect.stringContaining('replaced') as string } });
  });
});

describe('variables', () => {
  const path = '/api/v3/variables/Best%20before%20weeks';

  it('are created, read, replaced with defaults, listed and deleted', async () => {
    const variable = { value: '6', description: 'Weeks', userEdit: true, pinned: false };
    expect(await put(path, variable)).toMatchObject({ status: 201, text: '' });
    expect(await read(path)).toEqual(variable);
    expect(await put(path, { value: '7' })).toMatchObject({ status: 204, text: '' });
    expect(await read(path)).toEqual({ value: '7', description: '', userEdit: false, pinned: false });
    expect(await read('/api/v3/variables')).toContainEqual({ name: 'Best before weeks', value: '7' });
    expect(await service.call(path, { method: 'DELETE' })).toMatchObject({ status: 204, text: '' });
    expect((await service.call(path)).status).toBe(404);
  });
});

describe('counters', () => {
  const path = '/api/v3/counters/Serial';

  it('are created, read, replaced, listed and deleted', async () => {
    expect(await put(path, { value: 5, width: 4 })).toMatchObject({ status: 201, text: '' });
    expectExactly(counterSchema, await read(path));
    expect(await read(path)).toMatchObject({ value: 5, width: 4, step: 1 });
    expect(await put(path, { value: 6 })).toMatchObject({ status: 204, text: '' });
    expect(await read('/api/v3/counters')).toEqual([{ name: 'Serial', value: 6 }]);
    expect(await service.call(path, { method: 'DELETE' })).toMatchObject({ status: 204, text: '' });
    expect((await service.call(path)).status).toBe(404);
  });
});

describe('previews', () => {
  it('of a counter do not advance it', async () => {
    await put('/api/v3/counters/Ahead', { value: 8, maxValue: 9 });
    const preview = await read('/api/v3/counters/Ahead/preview?prints=1000000000');
    expectExactly(counterPreviewSchema, preview);
    expect(preview).toMatchObject({ first: { value: 8, text: '8' }, wrap: { print: 3, value: 0 } });
    expect(await read('/api/v3/counters/Ahead')).toMatchObject({ value: 8 });
  });

  it.each(['prints=0', 'prints=1000000001', 'prints=many'])('refuse a query %s', async (query) => {
    expect((await service.call(`/api/v3/counters/Ahead/preview?${query}`)).status).toBe(400);
  });

  it('of a shift code tell its changes', async () => {
    await put('/api/v3/shiftCodes/Ahead', {
      shifts: [
        { offset: 0, code: 'A' },
        { offset: 720, code: 'B' },
      ],
    });
    const preview = await read('/api/v3/shiftCodes/Ahead/preview?at=2026-11-21T06:00:00Z&hours=24');
    expectExactly(shiftCodePreviewSchema, preview);
    expect(preview).toMatchObject({ now: { at: '2026-11-21T06:00:00.000Z' }, changes: [{}, {}] });
  });
});

describe('settings', () => {
  it('are replaced as a whole, with defaults for what is left out', async () => {
    const before = await read('/api/v3/settings');
    expectExactly(controllerSettingsSchema, before);
    const settings = { timeZone: 'Asia/Tokyo', monthEnd: 'spill', productionDayStart: 360 };
    const others = { labelChangesReachRunningJobs: true, fallbackFonts: [{ family: 'DejaVu Sans', style: 'Bold' }] };
    expect(await put('/api/v3/settings', { ...settings, ...others })).toMatchObject({ status: 204, text: '' });
    expect(await read('/api/v3/settings')).toEqual({ ...settings, ...others });
    await put('/api/v3/settings', { timeZone: 'Asia/Tokyo' });
    expect(await read('/api/v3/settings')).toEqual({
      ...{ timeZone: 'Asia/Tokyo', monthEnd: 'end', productionDayStart: 0 },
      labelChangesReachRunningJobs: false,
      fallbackFonts: [],
    });
    expect(await put('/api/v3/settings', before)).toMatchObject({ status: 204 });
  });
});

describe('prompts', () => {
  it('of a label are the variables that an operator may change', async () => {
    const prompt = { type: 'number', min: 1 };
    await put('/api/v3/variables/Asked', { value: '4', userEdit: true, pinned: true, prompt });
    const objs = [{ type: 'Text', x: 0, y: 0, text: '{VARIABLE;Asked}', font: { family: 'Arial', style: '', height: 3 } }];
    await put('/api/v3/labels/Asking', { format: 3, width: 10, height: 10, objs });
    const prompts = await read('/api/v3/labels/Asking/prompts');
    expectExactly(z.array(labelPromptSchema), prompts);
    expect(prompts).toEqual([{ name: 'Asked', description: '', value: '4', pinned: true, prompt }]);
  });

  it('refuse a value that breaks them', async () => {
    const answer = await put('/api/v3/variables/Asked', { value: '0', prompt: { type: 'number', min: 1 } });
    expect(answer).toMatchObject({ status: 400 });
    expect(JSON.parse(answer.text)).toMatchObject({ errors: [{ pointer: '/value', detail: 'must be at least 1' }] });
  });
});

describe('shift codes', () => {
  const path = '/api/v3/shiftCodes/Crew';
  const shifts = [{ offset: 0, code: 'A' }];

  it('are created, read, replaced, listed and deleted', async () => {
    expect(await put(path, { shifts })).toMatchObject({ status: 201, text: '' });
    expectExactly(shiftCodeSchema, await read(path));
    expect(await put(path, { shifts, description: 'Who packs' })).toMatchObject({ status: 204, text: '' });
    expect(await read(path)).toEqual({ shifts, description: 'Who packs' });
    expect(await read('/api/v3/shiftCodes')).toContainEqual({ name: 'Crew', code: 'A' });
    expect(await service.call(path, { method: 'DELETE' })).toMatchObject({ status: 204, text: '' });
    expect((await service.call(path)).status).toBe(404);
  });
});

describe('printers', () => {
  it('are listed by name with their properties', async () => {
    const printers = z.record(z.string(), printerPropertiesSchema).parse(await read('/api/v3/printers'));
    expect(Object.entries(printers).map(([name, { id }]) => [name, id])).toEqual([
      ['Line 1', 'Line 1'],
      ['Line 2', 'Line 2'],
    ]);
  });

  it('have a status', async () => {
    expectExactly(printerStatusSchema, await read('/api/v3/printers/Line%201/status'));
  });

  it('have a conveyor that is read and set', async () => {
    const path = '/api/v3/printers/Line%202/conveyor';
    const conveyor = { running: false, productsPerMinute: 90 };
    expect(await put(path, conveyor)).toMatchObject({ status: 204, text: '' });
    expect(await read(path)).toEqual(conveyor);
  });

  it('have ink that is refilled', async () => {
    const refill = (supply: string) => service.call(`/api/v3/printers/Line%201/inkSupplies/${supply}/refill`, { method: 'POST' });
    const { ink } = printerStatusSchema.parse(await read('/api/v3/printers/Line%201/status'));
    expect(await refill(ink[0]?.supply ?? '')).toMatchObject({ status: 204, text: '' });
    expect((await refill('IS99')).status).toBe(404);
  });
});

describe('printing', () => {
  const printer = '/api/v3/printers/Line%201';
  const post = (path: string, body?: unknown) => service.call(`${printer}/${path}`, { method: 'POST', body });

  it('selects, triggers, counts, shows what was printed, and deselects', async () => {
    await warm(service);
    await put('/api/v3/labels/Printed', textLabel('printed'));
    const selected = await post('printJob', { labelName: 'Printed' });
    expect(selected.status).toBe(200);
    expect(selectionSchema.parse(selected.json).position).toBe(0);
    expect((await service.call(`${printer}/nextPrint`)).headers['content-type']).toBe('image/png');
    expect(await post('trigger')).toMatchObject({ status: 202, text: '{"result":"printing"}' });
    const counters = await until(
      async () => printCountersSchema.parse(await read(`${printer}/printCounters`)),
      ({ printedLabels }) => printedLabels === 1,
    );
    expect(counters).toEqual({ triggers: 1, triggerBounces: 0, printedLabels: 1, handedOverLabels: 0 });
    const history = printHistorySchema.parse(await read(`${printer}/printHistory?resolution=HOURS`));
    expect(history.count.reduce((sum, count) => sum + count, 0)).toBe(1);
    const { prints } = printsPageSchema.parse(await read('/api/v3/prints?printer=Line%201'));
    expect(prints).toMatchObject([{ printer: 'Line 1', label: 'Printed', state: 'printed' }]);
    expect((await service.call(`/api/v3/prints/${prints[0]?.id}/image`)).headers['content-type']).toBe('image/png');
    expect(await post('printJob')).toMatchObject({ status: 204, text: '' });
    expect(await post('trigger')).toMatchObject({ status: 409, json: { type: 'urn:strobe:problem:nothing-selected' } });
  });

  it.each([
    ['no body at all', {}],
    ['an empty body that says it is JSON', { headers: { 'content-type': 'application/json' }, body: '' }],
    ['an empty object', { body: {} }],
  ])('deselects with %s', async (_case, call) => {
    await post('printJob', { labelName: 'Printed' });
    expect(await service.call(`${printer}/printJob`, { method: 'POST', ...call })).toMatchObject({ status: 204, text: '' });
    expect(await read(`${printer}/status`)).toMatchObject({ job: null });
  });

  it('queues a second job behind the first', async () => {
    await post('printJob', { labelName: 'Printed' });
    expect((await post('printJob', { labelName: 'Printed', queue: true })).json).toMatchObject({ position: 1 });
  });

  it('aborts, twice as well', async () => {
    expect(await post('abortPrint')).toMatchObject({ status: 204, text: '' });
    expect(await post('abortPrint')).toMatchObject({ status: 204, text: '' });
  });
});

describe('the service', () => {
  it('reports its identity', async () => {
    expectExactly(healthSchema, await read('/healthz'));
    expect(await read('/healthz')).toMatchObject({ status: 'ok', pid: process.pid });
  });

  it('serves its reference without loading from other hosts', async () => {
    const page = await service.call('/docs');
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'self'; script-src 'self';/);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect((await service.call(new URL(file, `${service.url}/docs`).pathname)).status).toBe(200);
    expect(files.filter((file) => /^(https?:)?\/\//.test(file))).toEqual([]);
  });

  it('answers HEAD as GET without the body', async () => {
    expect(await service.call('/api/v3/labels', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });
});
