import { describe, expect, it } from 'vitest';
import {
  fontFileUrl,
  fontSampleUrl,
  newTableCsvUrl,
  nextPrintUrl,
  preflightCsvUrl,
  printImageUrl,
  printPicturesUrl,
  labelDifferenceUrl,
  simulationUrl,
  tableCsvUrl,
  versionDifferenceUrl,
} from '#contract/station/urls.ts';
import { findControllerFile } from '#gateway/web/controller-files.ts';

const NAME = 'a/b ü?#%';
const ENCODED = 'a%2Fb%20%C3%BC%3F%23%25';

describe('an address of the contract', () => {
  it('leads to the picture of the next print', () => {
    expect(findControllerFile(nextPrintUrl(NAME, NAME, 'v1'))).toEqual({
      connection: NAME,
      path: `/api/v3/printers/${ENCODED}/nextPrint`,
      type: 'image/png',
      upload: undefined,
      fileName: undefined,
    });
  });

  it('leads to a simulation with its row and printer, without the version', () => {
    const url = simulationUrl('c', NAME, { table: { name: 'T&', keyColumn: 'K', key: '1=2' }, printer: 'P', version: '7' });
    expect(findControllerFile(url)?.path).toBe(`/api/v3/labels/${ENCODED}/simulation?tableName=T%26&keyColumn=K&key=1%3D2&printer=P`);
  });

  it('leads to a font, which can be written, and to its sample', () => {
    const font = { family: NAME, style: 'Bold' };
    expect(findControllerFile(fontFileUrl('c', font))).toEqual({
      connection: 'c',
      path: `/api/v3/fonts/${ENCODED}/Bold`,
      type: 'font/sfnt',
      upload: { operation: 'fonts.install', name: `${NAME} Bold` },
      fileName: undefined,
    });
    expect(findControllerFile(fontSampleUrl('c', font, '7'))).toMatchObject({
      path: `/api/v3/fonts/${ENCODED}/Bold/sample`,
      type: 'image/png',
      upload: undefined,
    });
  });

  it('leads to the difference between two versions, with the row that they need', () => {
    const url = versionDifferenceUrl('c', { label: NAME, revision: 3 }, { table: { name: 'T', keyColumn: 'K', key: '1' } });
    expect(findControllerFile(url)?.path).toBe(`/api/v3/labels/${ENCODED}/versions/3/difference?tableName=T&keyColumn=K&key=1`);
  });

  it('leads to the picture of a print', () => {
    expect(findControllerFile(printImageUrl('c', 42))?.path).toBe('/api/v3/prints/42/image');
  });

  it('leads to exported prints with their pictures, with the conditions that they need', () => {
    const url = printPicturesUrl('c', { label: NAME, labelRevision: 3, from: '2026-11-21T06:00:00.000Z' });
    expect(findControllerFile(`${url}&format=csv&limit=9`)).toMatchObject({
      path: `/api/v3/prints/export?${new URLSearchParams({ from: '2026-11-21T06:00:00.000Z', label: NAME, labelRevision: '3', format: 'zip' }).toString()}`,
      ...{ type: 'application/zip', upload: undefined, fileName: 'prints.zip' },
    });
  });

  it('leads to the differences of a label from its accepted picture', () => {
    const found = findControllerFile(labelDifferenceUrl('c', { label: NAME, version: '2026-11-21T06:00:00Z' }));
    expect(found).toMatchObject({ path: `/api/v3/labelAcceptance/${ENCODED}/difference`, type: 'image/png', upload: undefined });
  });

  it('leads to the findings of a pre-flight', () => {
    expect(findControllerFile(preflightCsvUrl('c', NAME))).toMatchObject({
      ...{ path: `/api/v3/preflights/${ENCODED}/findings`, type: 'text/csv', upload: undefined, fileName: 'preflight.csv' },
    });
  });

  it('leads to a table, which can be written', () => {
    expect(findControllerFile(tableCsvUrl('c', NAME))).toEqual({
      connection: 'c',
      path: `/api/v3/tables/${ENCODED}`,
      type: 'text/csv',
      upload: { operation: 'tables.import', name: NAME },
      fileName: `${NAME}.csv`,
    });
    expect(findControllerFile(newTableCsvUrl('c', NAME))).toMatchObject({
      path: `/api/v3/tables/${ENCODED}`,
      upload: { operation: 'tables.import', name: NAME },
      isNew: true,
    });
  });
});

describe('any other address', () => {
  it.each([
    ['/controllers/c/api/v3/labels'],
    ['/controllers/c/api/v3/labels/a'],
    ['/controllers/c/api/v3/printers/p/trigger'],
    ['/controllers/c/api/v3/printers/p/status'],
    ['/controllers/c/api/v3/prints/abc/image'],
    ['/controllers/c/api/v3/prints/1%2F2/image'],
    ['/controllers/c/api/v3/tables/t/rows'],
    ['/controllers/c/api/v3/labels/a/versions/x/difference'],
    ['/controllers/c/api/v3/labels/a/versions/3/other'],
    ['/controllers/c/api/v3/fonts'],
    ['/controllers/c/api/v3/fonts/a'],
    ['/controllers/c/api/v3/fonts/a/b/c'],
    ['/controllers/c/api/v3/fonts/a/b/sample/d'],
    ['/controllers/c/api/v3/tables'],
    ['/controllers/c/api/v3/tables/'],
    ['/controllers/c/healthz'],
    ['/controllers//api/v3/tables/t'],
    ['/controllers/c/api/v3/tables/t/'],
    ['/controllers/c/api/v3/printers/p/x/nextPrint'],
  ])('leads nowhere: %s', (url) => {
    expect(findControllerFile(url)).toBeUndefined();
  });

  it.each([['/controllers/c/api/v3/tables/..'], ['/controllers/c/api/v3/labels/%2E%2E/simulation'], ['/controllers/c/api/v3/tables/%FF']])(
    'E16 is refused: %s',
    (url) => {
      expect(() => findControllerFile(url)).toThrow(expect.objectContaining({ slug: 'invalid-input' }));
    },
  );
});
