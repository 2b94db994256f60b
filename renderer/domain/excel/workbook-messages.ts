import type { SourceRow, UnreadableKind } from '#contract/csv/source-row.ts';
import type { TooLargeKind } from './write-workbook.ts';

/** The requests to the worker that reads a workbook: open a file (first), or read rows of a sheet from a row on. */
export type ReaderOrder = { file: Blob } | { sheet: number; from: number };

/** The answers, in the order of the requests. */
export type ReaderAnswer = { names: string[] } | { rows: SourceRow[]; rowCount: number } | { unreadable: UnreadableKind };

/** The request to the worker that writes a workbook: a table as CSV (UTF-8, commas), and its name. */
export interface WriterOrder {
  csv: Blob;
  name: string;
}

export type WriterAnswer = { file: Blob } | { tooLarge: TooLargeKind } | { failure: string };
