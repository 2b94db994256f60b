import { csvFile, momentWithOffset } from '../../domain/formats/csv-file.ts';
import type { AuditFilterFields } from './audit-filter.ts';
import type { AuditRow } from './audit-row.ts';

/** The columns of the CSV file, in their order. */
export const AUDIT_CSV_COLUMNS = [
  ...(['time', 'person', 'key', 'address', 'screen', 'controller', 'operation', 'subject', 'outcome', 'failure', 'why'] as const),
  ...(['before', 'input', 'clock', 'log', 'number', 'hash', 'signed'] as const),
];

/** The records as a CSV file for spreadsheets: codes and times are those of the log, in the time zone given. */
export function auditCsv(heads: readonly string[], rows: readonly AuditRow[], timeZone: string): string {
  return csvFile([heads, ...rows.map((row) => cellsOf(row, timeZone))]);
}

/**
 * The records as JSON lines. The first line says that it is a selection: it cannot be checked as a chain, but each record is found in the export of its
 * log by its number and hash.
 */
export function auditJsonLines(rows: readonly AuditRow[], about: { source: string; fields: AuditFilterFields; at: string }): string {
  const { source: _, ...filter } = about.fields;
  const head = {
    selection: { source: about.source, filter, at: about.at, count: rows.length },
    note: 'A selection of records. It cannot be checked as a chain; each record is in the export of its log, by its number and hash.',
  };
  return [head, ...rows.map(lineOf)].map((line) => `${JSON.stringify(line)}\n`).join('');
}

function cellsOf(row: AuditRow, timeZone: string): string[] {
  const { person, apiKey, address, screen, controller, operation, subject, outcome, status, failure, why, before, input } = row;
  return [
    ...[momentWithOffset(row.at, timeZone), person, apiKey, address, screen, controller, operation, subject],
    ...[status === undefined ? outcome : `${outcome} (${status})`, failure, why, valueText(before), valueText(input), row.clock ?? ''],
    ...[row.chain, String(row.number), row.hash, row.signedAt ?? ''],
  ];
}

function lineOf({ key: _, at, ...row }: AuditRow): Record<string, unknown> {
  return { ...row, at: new Date(at).toISOString() };
}

function valueText(value: AuditRow['input']): string {
  if (value === undefined) return '';
  return value.value === undefined ? `SHA-256 ${value.sha256}` : JSON.stringify(value.value);
}
