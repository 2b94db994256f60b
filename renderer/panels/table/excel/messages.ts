import type { SourceRow, UnreadableKind } from '../import/source-row.ts';
import type { TooLargeKind } from './write-workbook.ts';

/** What the page asks the thread that has a workbook: to open a file, which comes first, or for rows of a sheet from one on. */
export type ReaderOrder = { file: Blob } | { sheet: number; from: number };

/** What it answers, in turn. */
export type ReaderAnswer = { names: string[] } | { rows: SourceRow[]; rowCount: number } | { unreadable: UnreadableKind };

/** What the page asks the thread that writes a workbook: a table as CSV (UTF-8, with commas), under this name. */
export interface WriterOrder {
  csv: Blob;
  name: string;
}

export type WriterAnswer = { file: Blob } | { tooLarge: TooLargeKind } | { failure: string };
