import type { Selectable } from 'kysely';
import { ARCHIVE_COLUMNS, type ArchiveColumn } from '#contract/plant/archived-print.ts';
import type { PrintsTable } from '#storage/database/controller-schema.ts';
import { tryStoredValues } from '../ledger/stored-values.ts';

/** What of a print is sent. */
export const ARCHIVED_COLUMNS = [
  ...(['id', 'printer', 'job', 'label_name', 'label_revision', 'document_hash', 'table_name', 'key', 'row', 'print_values'] as const),
  ...(['hdpi', 'vdpi', 'picture_hash', 'device_message', 'state', 'proof', 'reason', 'reserved', 'sent', 'settled'] as const),
  ...(['unknown_since', 'unknown_reason', 'resolved_by', 'operator', 'reprint_of', 'reprint_reason', 'supersedes'] as const),
  ...(['rework_reason', 'purpose', 'verification', 'verified_by', 'verified_at', 'expected_text', 'read_text', 'read_grade'] as const),
] as const satisfies readonly (keyof PrintsTable)[];
export type PrintToArchive = Pick<Selectable<PrintsTable>, (typeof ARCHIVED_COLUMNS)[number]>;

/** The line of a print for the archive, with its line end. A print whose values cannot be read has no variables. */
export function archiveLine(print: PrintToArchive, serials: readonly string[]): string {
  const cells: Record<ArchiveColumn, string | number | null> = {
    ...{ print: print.id, printer: print.printer, job: print.job, label: print.label_name, labelRevision: print.label_revision },
    ...{ documentHash: print.document_hash, table: print.table_name, key: print.key, row: print.row, values: print.print_values },
    ...{ hdpi: print.hdpi, vdpi: print.vdpi, pictureHash: print.picture_hash, deviceMessage: print.device_message, state: print.state },
    ...{ proof: print.proof, reason: print.reason, reserved: print.reserved, sent: print.sent, settled: print.settled },
    ...{ unknownSince: print.unknown_since, unknownReason: print.unknown_reason, resolvedBy: print.resolved_by },
    ...{ operator: print.operator, reprintOf: print.reprint_of, reprintReason: print.reprint_reason },
    ...{ supersedes: print.supersedes, reworkReason: print.rework_reason, purpose: print.purpose, verification: print.verification },
    ...{ verifiedBy: print.verified_by, verifiedAt: print.verified_at, expectedText: print.expected_text, readText: print.read_text },
    ...{ readGrade: print.read_grade, serials: textArray(serials), variables: textArray(variablesOf(print)) },
  };
  return `${ARCHIVE_COLUMNS.map((column) => cell(cells[column])).join(',')}\n`;
}

function variablesOf(print: PrintToArchive): string[] {
  return [...new Set(tryStoredValues(print)?.variables.values())];
}

/** JSON escapes what PostgreSQL does not store: it is replaced before. */
function textArray(texts: readonly string[]): string {
  return JSON.stringify(texts.map(storable));
}

/** NUL and lone surrogates, which PostgreSQL does not store, become the replacement character. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  const text = storable(String(value));
  return text === '' || /[",\r\n\\]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
