import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import { newTableCsvUrl, preflightCsvUrl, tableCsvUrl } from '#contract/station/urls.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { once } from '#support/once.ts';
import { connectionWhen } from '#support/watch.ts';
import { untilHolds } from '#support/until-holds.ts';

let service: OpenService;
let station: OpenStation;

beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  station = await openStation({ controllers: [service.url] });
});

afterAll(async () => {
  await station.close();
  await service.close();
});

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  let client: StationClient;
  let connection: string;

  beforeAll(async () => {
    client = recording(await station.connect(link), called);
    connection = (await connectionWhen(client, ({ url, state }) => url === service.url && state === 'online')).id;
  });

  it('a new table and an import are in the event log, also a refused one', async () => {
    const name = `Logged ${link}`;
    const file = { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: 'SKU\r\n1\r\n' };
    for (const url of [newTableCsvUrl, newTableCsvUrl]) await station.fetch(url(connection, name), file);
    await untilHolds(async () => {
      const { entries } = await client.eventLog.list({ text: name, limit: 10 });
      expect(entries).toMatchObject([
        { event: 'command-failed', subject: 'tables.import', detail: name, reason: expect.stringContaining('already exists') as string },
        { event: 'command-done', subject: 'tables.import', detail: name, reason: '' },
      ]);
    });
  });

  it('shared rows are described, and released once no job shares them', async () => {
    const name = `Shared ${link}`;
    const table = { columns: ['SKU'], rows: [['1'], ['2']] };
    await client.tables.put({ connection, name, table, expected: null });
    await client.labels.put({ connection, name, label: { ...textLabel('{TABLE;SKU}') }, expected: null });
    const rows = { connection, name };
    await expect(client.tables.rowSharing(rows)).resolves.toMatchObject({ isShared: false });
    const on = { connection, printer: 'Line 1' };
    const job = { labelName: name, tableName: name, firstRow: 0, rowCount: 2, rowAllocation: 'shared', queue: false } as const;
    await client.printing.select({ ...on, job, ...once() });
    await client.printing.trigger({ ...on, ...once() });
    await untilHolds(async () =>
      expect(await client.tables.rowSharing(rows)).toMatchObject({ isShared: true, finishedRows: 1, takenCopies: 1 }),
    );
    const reason = `the cartons of ${name} are scrapped`;
    await expect(client.tables.releaseRows({ ...rows, reason })).rejects.toMatchObject({ slug: 'in-use' });
    await client.printing.deselect({ ...on, ...once() });
    await expect(client.tables.releaseRows({ ...rows, reason })).resolves.toEqual({});
    await expect(client.tables.rowSharing(rows)).resolves.toMatchObject({ isShared: false, takenCopies: 0 });
    await untilHolds(async () => {
      const { entries } = await client.eventLog.list({ text: reason, limit: 1 });
      expect(entries).toMatchObject([{ event: 'command-done', subject: 'tables.releaseRows', detail: name, reason }]);
    });
  });

  it('tables are listed, searched, read, replaced and removed', async () => {
    const name = `T ${link}`;
    const file = { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: 'SKU,Name\r\n1,Ketchup\r\n2,Mustard\r\n' };
    const put = async (urlOf: typeof tableCsvUrl) => (await station.fetch(urlOf(connection, name), file)).status;
    expect([await put(newTableCsvUrl), await put(newTableCsvUrl), await put(tableCsvUrl)]).toEqual([201, 412, 204]);
    expect(await client.tables.list({ connection })).toContainEqual({
      name,
      summary: { columns: ['SKU', 'Name'], rowCount: 2, modified: expect.any(String) as string },
    });
    const page = await client.tables.rows({
      connection,
      name,
      query: { search: 'ketch', within: 'Name', sort: 'SKU', order: 'descending' },
    });
    expect(page).toMatchObject({ columns: ['SKU', 'Name'], rows: [{ row: 0, cells: ['1', 'Ketchup'] }], total: 1 });
    const edits = { rowsVersion: page.rowsVersion, cells: [{ row: 0, column: 'Name', was: 'Ketchup', value: 'Aioli' }] };
    await expect(client.tables.editCells({ connection, name, edits })).resolves.toEqual({});
    await expect(client.tables.editCells({ connection, name, edits })).rejects.toThrow(
      '"Name" in row 0 (counted from 0; row 1 on the page) is "Aioli" now',
    );
    const expected = {
      columns: ['SKU', 'Name'],
      rows: [
        ['1', 'Aioli'],
        ['2', 'Mustard'],
      ],
    };
    await expect(client.tables.put({ connection, name, table: { columns: ['SKU'], rows: [['7']] }, expected })).resolves.toEqual({});
    await expect(client.tables.get({ connection, name })).resolves.toEqual({ columns: ['SKU'], rows: [['7']] });
    await expect(client.tables.sendToPlant({ connection, name })).rejects.toMatchObject({ slug: 'plant-unreachable' });
    await expect(client.tables.rename({ connection, name, newName: `${name} 2` })).resolves.toEqual({});
    await expect(client.tables.remove({ connection, name: `${name} 2`, reason: 'out of season' })).resolves.toEqual({});
  });

  it('rows and columns are added, renamed and deleted', async () => {
    const place = { connection, name: `R ${link}` };
    await client.tables.put({ ...place, table: { columns: ['SKU'], rows: [['1'], ['2']] }, expected: null });
    const { rowsVersion } = await client.tables.rows({ ...place, query: {} });
    const added = await client.tables.addRows({ ...place, rows: { rowsVersion, at: 0, rows: [['0']] } });
    expect(added).toEqual({ row: 0, rowsVersion: expect.any(String) as string });
    await expect(client.tables.addRows({ ...place, rows: { rowsVersion, rows: [['3']] } })).rejects.toMatchObject({
      slug: 'changed-meanwhile',
    });
    await client.tables.addColumn({ ...place, column: { name: 'Name', cells: ['a', 'b', 'c'] } });
    await client.tables.renameColumn({ ...place, renaming: { column: 'Name', name: 'Text' } });
    expect(await client.tables.deleteRows({ ...place, rows: { row: 1, count: 2 } })).toMatchObject({
      rows: [
        ['1', 'b'],
        ['2', 'c'],
      ],
    });
    await expect(client.tables.get(place)).resolves.toEqual({ columns: ['SKU', 'Text'], rows: [['0', 'a']] });
    expect(await client.tables.deleteColumn({ ...place, column: { column: 'SKU' } })).toMatchObject({ at: 0, cells: ['0'] });
  });

  it('a table has a pre-flight', async () => {
    const name = `F ${link}`;
    await client.labels.put({ expected: null, connection, name, label: { ...textLabel('{TABLE;Text}') } });
    await client.tables.put({ expected: null, connection, name, table: { columns: ['Text'], rows: [['A'], ['\u{13000}']] } });
    const idempotencyKey = randomUUID();
    const { id } = await client.preflights.start({ connection, table: name, request: { labelName: name }, idempotencyKey });
    const isDone = async () => expect(await client.preflights.get({ connection, id })).toMatchObject({ state: 'done', rows: 2 });
    await untilHolds(isDone);
    const found = await client.preflights.findings({ connection, id, query: {} });
    expect(found).toMatchObject({ total: 1, findings: [{ row: 1, kind: 'fault', stops: true }] });
    const csv = await (await station.fetch(preflightCsvUrl(connection, id))).text();
    expect(csv.split('\r\n')[1]).toMatch(/^2,,/u);
    await expect(client.preflights.list({ connection, table: name })).resolves.toMatchObject([{ id, kept: 1 }]);
    await expect(client.preflights.remove({ connection, id })).resolves.toEqual({});
    await expect(client.preflights.list({ connection, table: name })).resolves.toEqual([]);
  });

  it('every operation was called', () => {
    const mine = (noun: string): boolean => noun === 'tables' || noun === 'preflights';
    expect([...called].sort()).toEqual(expect.arrayContaining(operationsOf(mine)));
  });
});
