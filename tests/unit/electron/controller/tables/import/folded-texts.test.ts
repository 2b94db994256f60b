import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { CsvReader } from '#controller/tables/csv/csv-reader.ts';
import { foldedRow } from '#controller/tables/rows/folded-text.ts';
import { FoldedTexts } from '#controller/tables/import/folded-texts.ts';
import { csvRow } from '#contract/csv/write-csv.ts';
import { propertyRuns } from '#support/property-runs.ts';

it('every row has its folded text after its cells', () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('straße', 'ŉΐΰ'.repeat(90), 'ﬃ'),
  );
  const texts = new FoldedTexts();
  const rows = fc.array(fc.tuple(cell, cell), { maxLength: 60 });
  fc.assert(
    fc.property(rows, (cells) => {
      const kept = cells.map((row) => row.map((text) => text.replaceAll('\0', '').toWellFormed()));
      expect(folded(texts, kept)).toEqual(kept.map((row) => [...row, foldedRow(row)]));
    }),
    { numRuns: propertyRuns(300) },
  );
});

function folded(texts: FoldedTexts, rows: readonly string[][]): string[][] {
  const reader = new CsvReader();
  const read = reader.take(Buffer.from(csvRow(['A', 'B']) + rows.map(csvRow).join('')));
  const { bytes, bounds, width, rowCount } = texts.fold(read);
  const text = (place: number) => Buffer.from(bytes.subarray(bounds[2 * place], bounds[2 * place + 1])).toString();
  return Array.from({ length: rowCount }, (_, row) => Array.from({ length: width }, (__, column) => text(row * width + column)));
}
