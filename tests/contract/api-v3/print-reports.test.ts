import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printCountsSchema, printsPageSchema } from '#contract/api-v3/print.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

describe('reports about prints', () => {
  let service: OpenService;

  beforeAll(async () => {
    service = await openService({ virtualPrinters: 2 });
    const put = (path: string, body: unknown) => service.call(`/api/v3/${path}`, { method: 'PUT', body });
    await put('variables/BBE', { value: '12.03.2026' });
    await put('labels/Carton', textLabel('{VARIABLE;BBE}'));
    await put('tables/Orders', {
      columns: ['Order', 'Batch'],
      rows: [
        ['1', 'A7'],
        ['2', '=B8'],
      ],
    });
    await put('labels/Batch', textLabel('Batch {TABLE;Batch}'));
    await warm(service);
    await post('printers/Line%201/printJob', { labelName: 'Carton' });
    await post('printers/Line%201/trigger');
    await put('labels/Carton', textLabel('Best before {VARIABLE;BBE}'));
    await post('printers/Line%202/printJob', { labelName: 'Carton' });
    await post('printers/Line%202/trigger');
    await post('printers/Line%202/printJob', { labelName: 'Batch', tableName: 'Orders' });
    await post('printers/Line%202/trigger');
    await post('printers/Line%202/trigger');
    await until(
      () => found('state=printed'),
      (ids) => ids.length === 4,
    );
  });
  afterAll(() => service.close());

  const post = (path: string, body?: unknown) => service.call(`/api/v3/${path}`, { method: 'POST', ...(body !== undefined && { body }) });

  async function found(query: string): Promise<number[]> {
    return printsPageSchema.parse((await service.call(`/api/v3/prints?${query}`)).json).prints.map(({ id }) => id);
  }

  it('find prints by the version of their label, and by a value that they had', async () => {
    const queries = [
      'label=Carton&labelRevision=1',
      'label=Carton&labelRevision=2',
      'variable=BBE&value=12.03.2026',
      'variable=BBE&value=12.03.202',
      'column=Batch&value=A7',
      'variable=Batch&value=A7',
    ];
    expect(await Promise.all(queries.map(found))).toEqual([[1], [2], [2, 1], [], [3], []]);
  });

  it('count prints by printer and outcome', async () => {
    const counts = async (query: string) => {
      const { counts: all, next } = printCountsSchema.parse((await service.call(`/api/v3/prints/counts?${query}`)).json);
      expect(next).toBeNull();
      return all.map(({ printer, state, prints }) => [printer, state, prints]).toSorted();
    };
    expect(await counts('')).toEqual([
      ['Line 1', 'printed', 1],
      ['Line 2', 'printed', 3],
    ]);
    expect(await counts('variable=BBE&value=12.03.2026')).toEqual([
      ['Line 1', 'printed', 1],
      ['Line 2', 'printed', 1],
    ]);
    expect(await counts('content=best%20before&printer=Line%202')).toEqual([['Line 2', 'printed', 1]]);
    expect(await counts('state=void')).toEqual([]);
  });

  it.each([
    ['variable=BBE', '?value', 'variable and column need a value'],
    ['value=1', '?value', 'needs a variable or a column'],
    ['labelRevision=0', '?labelRevision', 'must be at least 1'],
  ])('refuse %s', async (query, pointer, detail) => {
    for (const path of ['prints', 'prints/counts', 'prints/export']) {
      const { status, json } = await service.call(`/api/v3/${path}?${query}`);
      expect([path, status, (json as { errors: unknown }).errors]).toEqual([path, 400, [{ pointer, detail }]]);
    }
  });

  it('export the matching prints as CSV, newest first', async () => {
    const { headers, text } = await service.call('/api/v3/prints/export?printer=Line%202');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="prints.csv"',
    });
    const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map(({ id, printer, label, state }) => [id, printer, label, state])).toEqual([
      ['4', 'Line 2', 'Batch', 'printed'],
      ['3', 'Line 2', 'Batch', 'printed'],
      ['2', 'Line 2', 'Carton', 'printed'],
    ]);
  });

  it('export them with their pictures in a ZIP archive', async () => {
    const { headers, bytes } = await service.call('/api/v3/prints/export?format=zip&label=Carton');
    expect(headers['content-type']).toBe('application/zip');
    const files = unzipSync(bytes);
    expect(Object.keys(files).toSorted()).toEqual(['pictures/1.png', 'pictures/2.png', 'prints.csv']);
    const { bytes: picture } = await service.call('/api/v3/prints/2/image');
    expect(Buffer.from(files['pictures/2.png'] ?? [])).toEqual(picture);
    const rows = parse(strFromU8(files['prints.csv'] ?? new Uint8Array()), { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map(({ id, picture: path, pictureFault }) => [id, path, pictureFault])).toEqual([
      ['2', 'pictures/2.png', ''],
      ['1', 'pictures/1.png', ''],
    ]);
  });

  it('export an empty archive when nothing matches', async () => {
    const { bytes } = await service.call('/api/v3/prints/export?format=zip&label=none');
    expect(Object.keys(unzipSync(bytes))).toEqual(['prints.csv']);
  });

  it('continue an export where the last one ended', async () => {
    const { text } = await service.call('/api/v3/prints/export?before=3');
    expect((parse(text, { bom: true, columns: true }) as { id: string }[]).map(({ id }) => id)).toEqual(['2', '1']);
  });
});
