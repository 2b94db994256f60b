import { pipeline } from 'node:stream';
import { CsvError, parse, type InfoRecord } from 'csv-parse';
import type { ProblemError } from '#contract/problem.ts';
import { tableSchema } from '#contract/api-v3/table.ts';
import { csvFault, csvFileFault } from './csv-fault.ts';
import { decodeText, lineEnds } from './decode-text.ts';
import { ROW_LIMIT } from './line-blocks.ts';
import { sniffDelimiter } from '#contract/csv/sniff-delimiter.ts';

/**
 * Reads a CSV file as it arrives: gives the column names (the first row), then each row with exactly as many cells. Encoding and
 * delimiter are found by looking; cells stay as they are. A blank line is no row, not even of a table with one column: an empty
 * cell there is written as `""`. Throws `csv-broken` with the line of the first fault.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const blocks = decodeText(bytes);
  const first = await firstText(blocks);
  const check = new RowCheck();
  const parser = parse({
    delimiter: sniffDelimiter(first),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (cells: string[], info: InfoRecord) => check.row(cells, info.empty_lines),
  });
  const { info } = parser;
  async function* source(): AsyncGenerator<string> {
    let rowsSeen = 0;
    let length = 0;
    for await (const text of following(first, blocks)) {
      yield text;
      length = info.records + info.empty_lines > rowsSeen ? 0 : length + text.length;
      rowsSeen = info.records + info.empty_lines;
      if (length > ROW_LIMIT) throw check.endless(info.empty_lines);
    }
  }
  // A failure destroys the parser with its error, and so reaches the loop below.
  pipeline(source, parser, () => undefined);
  try {
    yield* parser as AsyncIterable<string[]>;
  } catch (error) {
    throw error instanceof CsvError ? check.translate(error, info.empty_lines) : error;
  }
  if (info.records === 0) throw csvFileFault('The file is empty: its first line must name the columns.');
}

async function firstText(blocks: AsyncGenerator<string>): Promise<string> {
  const { value, done } = await blocks.next();
  return done ? '' : value;
}

async function* following(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** Holds each row against the columns, and knows the line on which it begins. */
class RowCheck {
  #columns: string[] | undefined;
  /** Lines that the rows so far have taken, blank lines not counted. */
  #lines = 0;

  row(cells: string[], blankLines: number): string[] {
    const line = this.#line(blankLines);
    this.#lines += 1 + lineEndsWithin(cells);
    if (this.#columns) this.#checkCells(cells, line);
    else this.#takeColumns(cells, line);
    return cells;
  }

  endless(blankLines: number): ProblemError {
    return csvFault(
      this.#line(blankLines),
      `begins a row that is longer than ${ROW_LIMIT / 1024 / 1024} MiB; is a quotation mark not closed?`,
    );
  }

  translate(error: CsvError, blankLines: number): ProblemError {
    return csvFault(this.#line(blankLines), FAULTS.get(error.code) ?? error.message, error);
  }

  #line(blankLines: number): number {
    return 1 + this.#lines + blankLines;
  }

  #takeColumns(columns: string[], line: number): void {
    const nameless = columns.slice(0, COLUMN_LIMIT).indexOf('');
    if (nameless >= 0) throw csvFault(line, `column ${nameless + 1} has no name`);
    const { error } = tableSchema.safeParse({ columns, rows: [] });
    const issue = error?.issues[0];
    if (issue) throw csvFault(line, issue.message, error);
    this.#columns = columns;
  }

  #checkCells(cells: string[], line: number): void {
    const expected = this.#columns?.length ?? 0;
    if (cells.length !== expected) {
      throw csvFault(line, `has ${counted(cells.length, 'cell')} where the table has ${counted(expected, 'column')}`);
    }
    const tooLong = cells.findIndex((cell) => cell.length > CELL_LIMIT);
    if (tooLong >= 0) throw csvFault(line, `cell ${tooLong + 1} has more than 100 000 characters`);
  }
}

/** The limits that `tableSchema` has as well. */
const CELL_LIMIT = 100_000;
const COLUMN_LIMIT = 1_000;

const FAULTS = new Map<string, string>([
  ['CSV_QUOTE_NOT_CLOSED', 'begins a row with a quotation mark that is never closed'],
  ['CSV_INVALID_CLOSING_QUOTE', 'begins a row with a quotation mark inside a quoted cell; it must be doubled there'],
  ['INVALID_OPENING_QUOTE', 'has a quotation mark in a cell that does not begin with one'],
]);

function lineEndsWithin(cells: string[]): number {
  let count = 0;
  for (const cell of cells) if (cell.includes('\n') || cell.includes('\r')) count += lineEnds(cell);
  return count;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
