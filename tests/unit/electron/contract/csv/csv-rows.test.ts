import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DELIMITERS } from '#contract/csv/sniff-delimiter.ts';
import { readCsv } from '#controller/tables/csv/read-csv.ts';
import { CsvRows } from '#contract/csv/csv-rows.ts';
import { propertyRuns } from '#support/property-runs.ts';

/** A header from which the controller detects commas and two columns. */
const HEADING = 'A,B\n';

async function asStored(text: string): Promise<string[][] | 'refused'> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  const rows: string[][] = [];
  try {
    for await (const row of readCsv(bytes())) rows.push(row);
    return rows;
  } catch {
    return 'refused';
  }
}

function asShown(text: string, cut: number): string[][] | 'refused' {
  const reader = new CsvRows(',');
  try {
    const rows = [...reader.take(text.slice(0, cut)), ...reader.take(text.slice(cut), true)].map(({ cells }) => cells);
    return rows.every((cells) => cells.length === rows[0]?.length) ? rows : 'refused';
  } catch {
    return 'refused';
  }
}

describe('the rows of a CSV file that the page shows', () => {
  it('equal those of the controller, wherever the text is split', async () => {
    const piece = fc.constantFrom('a', 'b c', ',', ',', '"', '""', '\n', '\r\n', '\r', '"x,y"', '"x\ny"', ' ');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 14 }), fc.nat(60), async (pieces, cut) => {
        const text = HEADING + HEADING.repeat(20) + pieces.join('');
        expect(asShown(text, cut + HEADING.length * 20)).toEqual(await asStored(text));
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  it.each(DELIMITERS)('are cut at %j', (delimiter) => {
    expect(new CsvRows(delimiter).take(`a${delimiter}"b${delimiter}"\n`)).toEqual([{ line: 1, cells: ['a', `b${delimiter}`] }]);
  });
});
