import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from '#controller/tables/csv/read-csv.ts';
import { csvRow } from '#contract/csv/write-csv.ts';
import { collect } from '#support/collect.ts';

describe('csvRow', () => {
  it('writes rows according to RFC 4180', () => {
    expect(csvRow(['1', 'a "b"', 'c, d', 'e\nf', ''])).toBe('1,"a ""b""","c, d","e\nf",\r\n');
  });

  it('writes a single empty cell visibly', () => {
    expect(csvRow([''])).toBe('""\r\n');
  });

  it('writes any cells so that readCsv restores them', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
      fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '|', '\r', '\n', '\ufeff', '=', 'a', ' ', 'ä') }),
    );
    const rows = fc
      .integer({ min: 1, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }));
    await fc.assert(
      fc.asyncProperty(rows, async (table) => {
        const columns = (table[0] ?? ['']).map((_, index) => `${index};column`);
        const csv = [columns, ...table].map(csvRow).join('');
        expect(await collect(readCsv(once(Buffer.from(csv))))).toEqual([columns, ...table]);
      }),
    );
  });
});

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
