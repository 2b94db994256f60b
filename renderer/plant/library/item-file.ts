import { sniffDelimiter } from '#contract/csv/sniff-delimiter.ts';
import { UnreadableError } from '#contract/csv/source-row.ts';
import type { LibraryItemPlace, LibraryKind } from '#contract/api-v3/library-item.ts';
import { ProblemError } from '#contract/problem.ts';
import { detectEncoding } from '../../domain/table-import/detect-encoding.ts';
import { readCsvFile } from '../../domain/table-import/read-csv-file.ts';

const JSON_FILES = '.json,application/json';
/** Bytes by which the encoding and the delimiter of a CSV file are recognized. */
const SAMPLE = 64 * 1024;

/** The types of files of each kind, for the file dialog. */
export const ITEM_FILES: Readonly<Record<LibraryKind, string>> = {
  font: '.ttf,.otf',
  settings: JSON_FILES,
  'shift-code': JSON_FILES,
  table: `.csv,${JSON_FILES},text/csv`,
  variable: JSON_FILES,
  label: JSON_FILES,
};

/** The name that a file suggests for an item: its own without the ending. */
export function nameOfFile(fileName: string): string {
  return fileName.replace(/\.[^.]+$/, '');
}

/**
 * The content of a version from a file, with its media type. The file of a table can be CSV whose first row names the columns; rows that are too short are
 * refused by the plant. Rejects with `invalid-input` if the CSV cannot be read, naming the line.
 */
export async function itemContent(kind: LibraryKind, file: File): Promise<Blob> {
  if (kind === 'font') return file.slice(0, file.size, 'application/octet-stream');
  if (kind === 'table' && !file.name.toLowerCase().endsWith('.json')) return json(await readTable(file));
  return file.slice(0, file.size, 'application/json');
}

async function readTable(file: File): Promise<{ columns: readonly string[]; rows: readonly string[][] }> {
  const start = new Uint8Array(await file.slice(0, SAMPLE).arrayBuffer());
  const encoding = detectEncoding(start);
  const delimiter = sniffDelimiter(new TextDecoder(encoding).decode(start));
  const all: string[][] = [];
  try {
    for await (const { rows } of readCsvFile(file, { encoding, delimiter })) all.push(...rows.map(({ cells }) => cells));
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw new ProblemError('invalid-input', { detail: `The file cannot be read as CSV from line ${error.line} on.` }, { cause: error });
  }
  const [columns = [], ...rows] = all;
  return { columns, rows };
}

function json(value: unknown): Blob {
  return new Blob([JSON.stringify(value)], { type: 'application/json' });
}

/** The name of the file of a version, without the characters that file systems forbid. */
export function fileOfVersion({ kind, name }: LibraryItemPlace, version: number): string {
  return `${name.replaceAll(/[\\/:*?"<>|]/g, '_')}-${version}.${kind === 'font' ? 'ttf' : 'json'}`;
}
