import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { PAGE_SIZE, RowPages, type Texts } from '#storage/bulk/row-pages.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { propertyRuns } from '#support/property-runs.ts';

it('SQLite reads the added rows from the pages, and finds no error in them', () => {
  const folder = temporaryFolder();
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.constantFrom('', 'x'.repeat(57), 'x'.repeat(58), 'é'.repeat(9_000)),
  );
  const table = fc
    .integer({ min: 1, max: 12 })
    .chain((width) => fc.array(fc.array(text, { minLength: width, maxLength: width }), { maxLength: 90 }));
  fc.assert(
    fc.property(table, fc.constantFrom(0, 127, 16_383, 2_097_151, 200_000_000), (rows, firstRow) => {
      const file = join(folder, 'pages.db');
      const pages = new RowPages(emptyDatabase(file, rows[0]?.length ?? 1));
      const numbered = rows.map((row, index) => [firstRow + index, ...row]);
      const added = numbered.filter((_, index) => pages.add(textsOf(rows.slice(index, index + 1)), 0, firstRow + index) === 'added');
      writeFileSync(file, pages.take());
      const database = new DatabaseSync(file, { readOnly: true });
      expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
      const read = database
        .prepare('SELECT * FROM rows ORDER BY row')
        .all()
        .map((row) => Object.values(row));
      database.close();
      expect(read).toEqual(added);
    }),
    { numRuns: propertyRuns(200) },
  );
});

it('a batch has only the rows since the last one', () => {
  const file = join(temporaryFolder(), 'pages.db');
  const pages = new RowPages(emptyDatabase(file, 1));
  for (const [row, text] of ['a', 'b'].entries()) {
    pages.add(textsOf([[text]]), 0, row);
    writeFileSync(file, pages.take());
    expect(rowsOf(file)).toEqual([{ row, c0: text }]);
  }
  writeFileSync(file, pages.take());
  expect(rowsOf(file)).toEqual([]);
});

it('accepts rows until its pages are full, and no row that needs more than a page', () => {
  const file = join(temporaryFolder(), 'pages.db');
  const pages = new RowPages(emptyDatabase(file, 1));
  const longest = 'x'.repeat(PAGE_SIZE - 35 - 5);
  expect(pages.add(textsOf([[`${longest}x`]]), 0, 0)).toBe('too long');
  let row = 0;
  while (pages.add(textsOf([[longest]]), 0, row) === 'added') row += 1;
  expect(row).toBeGreaterThan(1);
  writeFileSync(file, pages.take());
  expect(rowsOf(file)).toEqual(Array.from({ length: row }, (_, number) => ({ row: number, c0: longest })));
});

function emptyDatabase(file: string, width: number): Uint8Array {
  writeFileSync(file, '');
  const database = new DatabaseSync(file);
  const columns = Array.from({ length: width }, (_, index) => `c${index} TEXT NOT NULL`);
  database.exec(`PRAGMA page_size = ${PAGE_SIZE}; CREATE TABLE rows (row INTEGER PRIMARY KEY, ${columns.join(', ')}) STRICT`);
  database.close();
  return readFileSync(file);
}

function rowsOf(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT * FROM rows ORDER BY row').all();
  database.close();
  return rows;
}

function textsOf(rows: readonly string[][]): Texts {
  const texts = rows.flat().map((text) => Buffer.from(text));
  const bounds: number[] = [];
  let end = 0;
  for (const { length } of texts) {
    bounds.push(end, end + length);
    end += length;
  }
  return { bytes: Buffer.concat(texts), bounds: Int32Array.from(bounds), width: rows[0]?.length ?? 0, rowCount: rows.length };
}
