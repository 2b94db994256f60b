import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import { fontFileUrl, newTableCsvUrl, nextPrintUrl, simulationUrl, tableCsvUrl } from '#contract/station/urls.ts';
import { OtherSpecificationController } from '#support/other-specification-controller.ts';
import { openStation, type OpenStation } from '#support/open-station.ts';
import { SpecificationController } from '#support/specification-controller.ts';
import { connectionWhen, printerWhen } from '#support/watch.ts';

const labelWith = (text: string, family = 'Arial') => ({
  format: 3,
  width: 40,
  height: 20,
  objs: [{ type: 'Text', x: 1, y: 1, text, font: { family, height: 3 } }],
});
const PRODUCTS = {
  columns: ['GTIN', 'Name'],
  rows: [
    ['1', 'Milk'],
    ['2', 'Whey'],
  ],
};
const PNG = [0x89, 0x50, 0x4e, 0x47];
const csv = (text: string): RequestInit => ({ method: 'PUT', body: text, headers: { 'content-type': 'text/csv; charset=utf-8' } });

let controller: SpecificationController | OtherSpecificationController;
let station: OpenStation;
let client: StationClient;
let connection: string;

async function open(Controller: new () => SpecificationController | OtherSpecificationController): Promise<void> {
  controller = new Controller();
  controller.printers.set('Dock 7', { id: 'Dock 7', type: 'J-900', dpi: 600 });
  controller.labels.set('Milk', labelWith('Best before {YEAR}'));
  controller.tables.set('Products', structuredClone(PRODUCTS));
  const url = await controller.start();
  station = await openStation({ controllers: [url] });
  client = await station.connect('MessagePort');
  connection = (await connectionWhen(client, ({ state }) => state === 'online')).id;
}

async function close(): Promise<void> {
  await station.close();
  await controller.stop();
}

const bytesOf = async (path: string): Promise<Buffer> => {
  const answer = await station.fetch(path);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
const place = () => ({ connection, name: 'Products' });
const dock = () => ({ connection, printer: 'Dock 7' });
const select = (job: object) => client.printing.select({ ...dock(), idempotencyKey: randomUUID(), job: { queue: false, ...job } });
const lastSelectionWhen = (isThere: boolean) => printerWhen(client, ({ lastSelection }) => (lastSelection !== undefined) === isThere);

const CONTROLLERS = [
  { name: 'SpecificationController', Controller: SpecificationController },
  { name: 'OtherSpecificationController', Controller: OtherSpecificationController },
];

describe.each(CONTROLLERS)('on a $name', ({ Controller }) => {
  beforeEach(() => open(Controller));
  afterEach(close);

  it('draws a label from the texts that the controller resolved', async () => {
    const drawn = await bytesOf(simulationUrl(connection, 'Milk', { printer: 'Dock 7' }));
    expect([...drawn.subarray(0, 4)]).toEqual(PNG);
    controller.labels.set('Resolved', labelWith(`Best before ${new Date().getFullYear()}`));
    controller.labels.set('Other', labelWith('Best after'));
    expect(drawn).toEqual(await bytesOf(simulationUrl(connection, 'Resolved', { printer: 'Dock 7' })));
    expect(drawn).not.toEqual(await bytesOf(simulationUrl(connection, 'Other', { printer: 'Dock 7' })));
    expect(controller.strangers).toEqual([]);
  });

  it('draws a font that only the device has with its own, and a field that the controller left as it is', async () => {
    controller.labels.set('Maker', labelWith('Lot', 'Maker Condensed'));
    controller.labels.set('Arial', labelWith('Lot', 'Arial'));
    expect(await bytesOf(simulationUrl(connection, 'Maker'))).toEqual(await bytesOf(simulationUrl(connection, 'Arial')));
    controller.labels.set('Unresolved', labelWith('{SERIAL;7}'));
    controller.labels.set('Literal', labelWith('\\{SERIAL;7\\}'));
    expect(await bytesOf(simulationUrl(connection, 'Unresolved'))).toEqual(await bytesOf(simulationUrl(connection, 'Literal')));
  });

  it('refuses to draw a label of another format, and one that does not exist', async () => {
    controller.labels.set('Foreign', { zones: ['A'] });
    const foreign = await station.fetch(simulationUrl(connection, 'Foreign'));
    expect(foreign.status).toBe(422);
    expect(await foreign.json()).toMatchObject({ detail: 'The label "Foreign" has a format that Strobe cannot draw.' });
    expect((await station.fetch(simulationUrl(connection, 'Nothing'))).status).toBe(404);
  });

  it("offers Strobe's fonts, and no counters or shift codes", async () => {
    const fonts = await client.fonts.list({ connection });
    expect(fonts).toContainEqual(expect.objectContaining({ family: 'Arimo', style: 'Regular', isBundled: true }));
    for (const font of fonts) expect((await bytesOf(fontFileUrl(connection, font))).length).toBe(font.bytes);
    expect(await client.counters.list({ connection })).toEqual([]);
    expect(await client.shiftCodes.list({ connection })).toEqual([]);
    expect(controller.strangers).toEqual([]);
  });

  it('exports a table as CSV, and imports one as a whole table', async () => {
    expect((await bytesOf(tableCsvUrl(connection, 'Products'))).toString()).toBe('GTIN,Name\r\n1,Milk\r\n2,Whey\r\n');
    const replaced = await station.fetch(tableCsvUrl(connection, 'Products'), csv('\ufeffGTIN;Name\n3;"a;b"\n'));
    expect(replaced.status).toBe(204);
    expect(controller.tables.get('Products')).toEqual({ columns: ['GTIN', 'Name'], rows: [['3', 'a;b']] });
    const created = await station.fetch(newTableCsvUrl(connection, 'Pallets'), csv('SSCC\n7\n'));
    expect(created.status).toBe(201);
    expect(controller.tables.get('Pallets')).toEqual({ columns: ['SSCC'], rows: [['7']] });
    expect(controller.strangers).toEqual([]);
  });

  it('does not replace a table that should be new, nor one of another shape, nor by a broken file', async () => {
    controller.tables.set('Foreign', { recordset: [] });
    expect((await station.fetch(newTableCsvUrl(connection, 'Products'), csv('A\n1\n'))).status).toBe(412);
    expect((await station.fetch(tableCsvUrl(connection, 'Foreign'), csv('A\n1\n'))).status).toBe(502);
    const broken = await station.fetch(tableCsvUrl(connection, 'Products'), csv('A,B\n1\n'));
    expect(await broken.json()).toMatchObject({ detail: 'Line 2: has 1 cells where the table has 2 columns.' });
    expect(Object.fromEntries(controller.tables)).toEqual({ Products: PRODUCTS, Foreign: { recordset: [] } });
  });

  it('edits cells one after the other, and refuses a cell and rows that another client has changed', async () => {
    const { rowsVersion = '' } = await client.tables.rows({ ...place(), query: {} });
    const edit = (row: number, was: string, value: string) =>
      client.tables.editCells({ ...place(), edits: { rowsVersion, cells: [{ row, column: 'Name', was, value }] } });
    await Promise.all([edit(0, 'Milk', 'Milk 1 l'), edit(1, 'Whey', 'Whey 1 l')]);
    const edited = {
      columns: ['GTIN', 'Name'],
      rows: [
        ['1', 'Milk 1 l'],
        ['2', 'Whey 1 l'],
      ],
    };
    expect(controller.tables.get('Products')).toEqual(edited);
    await expect(edit(0, 'Milk', 'Cream')).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    controller.tables.set('Products', { columns: ['GTIN', 'Name'], rows: [['0', 'Butter'], ...edited.rows] });
    await expect(edit(1, 'Milk 1 l', 'Cream')).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    expect(controller.tables.get('Products')).toEqual({ columns: ['GTIN', 'Name'], rows: [['0', 'Butter'], ...edited.rows] });
  });

  it('adds and deletes rows and columns of a whole table, and refuses what another client has changed', async () => {
    const { rowsVersion = '' } = await client.tables.rows({ ...place(), query: {} });
    await client.tables.addRows({ ...place(), rows: { rowsVersion, rows: [['3', 'Curd']] } });
    const inserted = await client.tables.addRows({ ...place(), rows: { rowsVersion, at: 1, rows: [['9', 'Oat']] } });
    const stale = client.tables.deleteRows({ ...place(), rows: { rowsVersion, row: 0, count: 1 } });
    await expect(stale).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    await client.tables.deleteRows({ ...place(), rows: { rowsVersion: inserted.rowsVersion, row: 0, count: 1 } });
    await client.tables.addColumn({ ...place(), column: { name: 'Fat' } });
    await client.tables.renameColumn({ ...place(), renaming: { column: 'Name', name: 'Product' } });
    expect(await client.tables.deleteColumn({ ...place(), column: { column: 'GTIN' } })).toMatchObject({ at: 0, cells: ['9', '2', '3'] });
    const rows = ['Oat', 'Whey', 'Curd'].map((name) => [name, '']);
    expect(controller.tables.get('Products')).toEqual({ columns: ['Product', 'Fat'], rows });
    for (const refused of [
      client.tables.addRows({ ...place(), rows: { rows: [['1']] } }),
      client.tables.addRows({ ...place(), rows: { at: 9, rows: [['1', '2']] } }),
      client.tables.deleteRows({ ...place(), rows: { row: 2, count: 2 } }),
      client.tables.addColumn({ ...place(), column: { name: 'Fat' } }),
      client.tables.renameColumn({ ...place(), renaming: { column: 'GTIN', name: 'Product' } }),
    ]) {
      await expect(refused).rejects.toThrow(/column|rows|cells/u);
    }
    expect(controller.tables.get('Products')).toEqual({ columns: ['Product', 'Fat'], rows });
    expect(controller.strangers).toEqual([]);
  });

  it('remembers what was selected from here, and draws it as the next print', async () => {
    await select({ labelName: 'Milk', tableName: 'Products', keyColumn: 'GTIN', key: '2' });
    const { lastSelection } = await lastSelectionWhen(true);
    expect(lastSelection?.job).toEqual({ labelName: 'Milk', tableName: 'Products', keyColumn: 'GTIN', key: '2', queue: false });
    const picture = await bytesOf(nextPrintUrl(connection, 'Dock 7', '1'));
    expect(picture).toEqual(await bytesOf(simulationUrl(connection, 'Milk', { printer: 'Dock 7' })));
    await client.printing.deselect({ ...dock(), idempotencyKey: randomUUID() });
    await lastSelectionWhen(false);
    expect((await station.fetch(nextPrintUrl(connection, 'Dock 7', '2'))).status).toBe(404);
  });

  it('does not draw the next print of a range of rows, whose progress it does not know', async () => {
    await select({ labelName: 'Milk', tableName: 'Products', firstRow: 0 });
    await lastSelectionWhen(true);
    expect((await station.fetch(nextPrintUrl(connection, 'Dock 7', '1'))).status).toBe(404);
  });
});

describe('on a controller with ETags', () => {
  beforeEach(() => open(OtherSpecificationController));
  afterEach(close);

  it('does not overwrite a table that another client writes between the read and the write', async () => {
    const theirs = (name: string) => ({ columns: ['GTIN', 'Name'], rows: [['9', name]] });
    const other = controller as OtherSpecificationController;
    other.beforePut = () => other.tables.set('Products', theirs('Cream'));
    const edits = { cells: [{ row: 0, column: 'Name', was: 'Milk', value: 'Milk 1 l' }] };
    await expect(client.tables.editCells({ ...place(), edits })).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    other.beforePut = () => other.tables.set('Products', theirs('Butter'));
    expect((await station.fetch(tableCsvUrl(connection, 'Products'), csv('A\n1\n'))).status).toBe(412);
    expect(controller.tables.get('Products')).toEqual(theirs('Butter'));
  });
});
