import { createHash } from 'node:crypto';
import { ARCHIVE_COLUMNS, ARCHIVE_HEADER, type ArchiveColumn } from '#contract/plant/archived-print.ts';

export type ArchiveRow = Partial<Record<ArchiveColumn, string | number | null>>;

export const DOCUMENT = JSON.stringify({ format: 3, width: 40, height: 20, objs: [] });
export const DOCUMENT_HASH = createHash('sha256').update(DOCUMENT).digest('hex');
/** 2026-11-20T06:00:00Z. */
export const RESERVED = Date.UTC(2026, 10, 20, 6);

/** A print as a controller sends it; `changes` replaces columns. */
export function archiveRow(print: number, changes: ArchiveRow = {}): ArchiveRow {
  const moment = { epochMs: RESERVED, timeZone: 'UTC' };
  return {
    ...{ print, printer: 'Line 1', job: 'job-1', label: 'Carton', labelRevision: 1, documentHash: DOCUMENT_HASH, hdpi: 300, vdpi: 300 },
    values: JSON.stringify({ moment, variables: [['batch', 'B 7']], counters: [] }),
    ...{
      pictureHash: 'ab',
      state: 'printed',
      proof: 'id',
      reserved: RESERVED + print,
      sent: RESERVED + print + 1,
      settled: RESERVED + print + 2,
    },
    ...{ operator: 'Ana', purpose: 'production', serials: JSON.stringify([String(print).padStart(6, '0')]), variables: '["B 7"]' },
    ...changes,
  };
}

/** The CSV of a request. */
export function archiveCsv(rows: readonly ArchiveRow[]): Buffer {
  const lines = rows.map((row) => ARCHIVE_COLUMNS.map((column) => field(row[column])).join(','));
  return Buffer.from([ARCHIVE_HEADER, ...lines, ''].join('\n'));
}

function field(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? String(value) : `"${value.replaceAll('"', '""')}"`;
}
