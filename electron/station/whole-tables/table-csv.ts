import { tableSchema, type Table } from '#contract/api-v3/table.ts';
import { CsvRows } from '#contract/csv/csv-rows.ts';
import { sniffDelimiter } from '#contract/csv/sniff-delimiter.ts';
import { UnreadableError, type SourceRow } from '#contract/csv/source-row.ts';
import { csvRow } from '#contract/csv/write-csv.ts';
import { ProblemError } from '#contract/problem.ts';

/** The table as CSV, one chunk for each row. */
export function* tableCsv({ columns, rows }: Table): Generator<string> {
  yield csvRow(columns);
  for (const row of rows) yield csvRow(row);
}

/** Reads a UTF-8 file whose first line names the columns. Throws `csv-broken` with the line of the first fault. */
export function readTableCsv(bytes: Uint8Array): Table {
  const [heading, ...rows] = rowsOf(textOf(bytes));
  if (!heading) throw csvBroken('The file is empty: its first line must name the columns.');
  const columns = heading.cells;
  const uneven = rows.find(({ cells }) => cells.length !== columns.length);
  if (uneven) {
    throw csvBroken(`Line ${uneven.line}: has ${uneven.cells.length} cells where the table has ${columns.length} columns.`);
  }
  const table = tableSchema.safeParse({ columns, rows: rows.map(({ cells }) => cells) });
  if (table.success) return table.data;
  throw csvBroken(`${table.error.issues[0]?.message ?? 'This is not a table'}.`, table.error);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw csvBroken('The file is not UTF-8.', cause);
  }
}

function rowsOf(text: string): SourceRow[] {
  try {
    return new CsvRows(sniffDelimiter(text)).take(text, true);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw csvBroken(`Line ${error.line}: a quotation mark is misplaced or missing.`, error);
  }
}

function csvBroken(detail: string, cause?: unknown): ProblemError {
  return new ProblemError('csv-broken', { detail, errors: [{ pointer: '', detail }] }, { cause });
}
