import { CsvError, parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from '#controller/tables/csv/read-csv.ts';
import { collect } from '#support/collect.ts';
import { propertyRuns } from '#support/property-runs.ts';

/** The result of reading a file: its rows, or the line of the fault. */
type Reading = { rows: string[][] } | { line: number };

const LINE = /^Line (\d+): /;
const DELIMITERS = [',', ';', '\t', '|'] as const;
const LINE_ENDS = ['\r\n', '\n', '\r'] as const;

const delimiter = fc.constantFrom(...DELIMITERS);
/** Pieces of cells, including those that break CSV readers. */
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...DELIMITERS, ...LINE_ENDS, '"', '""', '"\n', ' ', '\ufeff', 'ß', 'a', '9521') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }).filter((text) => !text.includes('\0')) },
);
const cell = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });

describe('readCsv reads as csv-parse does', () => {
  it('tables with arbitrary cells, wherever the chunks are split', async () => {
    const table = fc.integer({ min: 1, max: 6 }).chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width })));
    await fc.assert(
      fc.asyncProperty(table, fc.record({ delimiter, lineEnd: fc.constantFrom(...LINE_ENDS), cuts }), async (rows, form) => {
        const columns = (rows[0] ?? ['']).map((_, column) => `Column ${column}`);
        const file = [columns, ...rows].map((row) => row.map(quoted).join(form.delimiter) + form.lineEnd).join('');
        expect(await readingOf(file, form.cuts)).toEqual({ rows: [columns, ...rows] });
        expect(oracle(file, form.delimiter)).toEqual({ rows: [columns, ...rows] });
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('files of any text, refused at the same line', async () => {
    const heading = fc.constantFrom('A\n', 'A,B\r\n', '"A","B"\n', '\nA,B\r');
    const text = fc.array(fc.oneof(piece, fc.constantFrom(',', '\n', 'x,y\n', '"x","y"\r\n')), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(heading, text, cuts, async (start, pieces, chunkSizes) => {
        const file = start + pieces.join('');
        // Detection of the delimiter is tested elsewhere.
        const commas = file.replaceAll(/[;\t|]/g, '.');
        expect(await readingOf(commas, chunkSizes)).toEqual(oracle(commas, ','));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('rows that are longer than the blocks in which a file is read', async () => {
    const long = fc.tuple(fc.integer({ min: 1, max: 90_000 }), cell).map(([times, text]) => (text + 'é"').repeat(1 + times / 8));
    await fc.assert(
      fc.asyncProperty(fc.array(long, { minLength: 1, maxLength: 6 }), async (cells) => {
        const kept = cells.map((text) => text.slice(0, 90_000).toWellFormed());
        const file = ['A,B', ...kept.map((text) => `1,${quoted(text)}`)].join('\n');
        expect(await readingOf(file, [7_919])).toEqual({ rows: [['A', 'B'], ...kept.map((text) => ['1', text])] });
      }),
      { numRuns: propertyRuns(20) },
    );
  });
});

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

async function readingOf(file: string, sizes: readonly number[]): Promise<Reading> {
  try {
    return { rows: await collect(readCsv(chunks(Buffer.from(file), sizes))) };
  } catch (error) {
    const line = LINE.exec(error instanceof Error ? error.message : '')?.[1];
    if (line === undefined) throw error;
    return { line: Number(line) };
  }
}

async function* chunks(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (let turn = 0; start < bytes.length; turn += 1) {
    const end = start + (sizes[turn % sizes.length] ?? 1);
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** Reads the same file with csv-parse, whose line numbers count rows: where a row begins follows from the rows before it. */
function oracle(file: string, between: string): Reading {
  const rows: string[][] = [];
  let line = 1;
  let blank = 0;
  let odd: number | undefined;
  try {
    parse(file, {
      ...{ bom: true, delimiter: between, record_delimiter: [...LINE_ENDS], relax_column_count: true, skip_empty_lines: true },
      on_record: (cells: string[], { empty_lines: blankLines }) => {
        blank = blankLines;
        if (cells.length !== (rows[0] ?? cells).length) odd ??= line + blank;
        rows.push(cells);
        line += 1 + cells.reduce((sum, text) => sum + (text.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
        return cells;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { line: odd ?? line + Number(error['empty_lines'] ?? blank) };
  }
  return odd === undefined ? { rows } : { line: odd };
}
