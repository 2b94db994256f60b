import { CsvError, parse } from 'csv-parse/sync';
import { tableSchema, type Table } from '#contract/api-v3/table.ts';
import { sniffDelimiter } from '#contract/csv/sniff-delimiter.ts';
import { csvRow } from '#contract/csv/write-csv.ts';
import { ProblemError } from '#contract/problem.ts';

/** The table as CSV, one chunk for each row. */
export function* tableCsv({ columns, rows }: Table): Generator<string> {
  yield csvRow(columns);
  for (const row of rows) yield csvRow(row);
}

/** Reads a UTF-8 file whose first line names the columns. Throws `csv-broken` with the line of the first fault. */
export function readTableCsv(bytes: Uint8Array): Table {
  const [columns, ...rows] = rowsOf(textOf(bytes));
  if (!columns) throw csvBroken('The file is empty: its first line must name the columns.');
  const table = tableSchema.safeParse({ columns, rows });
  if (table.success) return table.data;
  const [issue] = table.error.issues;
  const row = issue?.path[0] === 'rows' && typeof issue.path[1] === 'number' ? `Row ${issue.path[1] + 1}: ` : '';
  throw csvBroken(`${row}${issue?.message ?? 'This is not a table'}.`, table.error);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw csvBroken('The file is not UTF-8.', cause);
  }
}

function rowsOf(text: string): string[][] {
  try {
    return parse(text, { delimiter: sniffDelimiter(text), skip_empty_lines: true, relax_column_count: true });
  } catch (error) {
    if (error instanceof CsvError) throw csvBroken(`Line ${Number(error['lines'] ?? 1)}: ${error.message}.`, error);
    throw error;
  }
}

function csvBroken(detail: string, cause?: unknown): ProblemError {
  return new ProblemError('csv-broken', { detail, errors: [{ pointer: '', detail }] }, { cause });
}
