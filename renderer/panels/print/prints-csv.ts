import type { Print } from '#contract/api-v3/print.ts';
import { csvFile, momentWithOffset } from '../../domain/formats/csv-file.ts';

/** The columns of the file, in their order. */
export const CSV_COLUMNS = [
  'time',
  'controller',
  'printer',
  'id',
  'label',
  'version',
  'table',
  'key',
  'job',
  'outcome',
  'reason',
  'counters',
  'person',
  'reprintOf',
  'supersedes',
  'supersededBy',
] as const;

/** A print with what its controller does not say. */
export interface PrintRow {
  print: Print;
  controller: string;
  timeZone: string;
  /** Its state in the language of the page. */
  outcome: string;
}

/** Prints as CSV, one a row; `head` has the names of the columns. */
export function printsCsv(head: readonly string[], prints: readonly PrintRow[]): string {
  return csvFile([
    head,
    ...prints.map((row) => {
      const cells = cellsOf(row);
      return CSV_COLUMNS.map((column) => cells[column]);
    }),
  ]);
}

function cellsOf({ print, controller, timeZone, outcome }: PrintRow): Record<(typeof CSV_COLUMNS)[number], string> {
  return {
    time: momentWithOffset(Date.parse(print.reserved), timeZone),
    controller,
    printer: print.printer,
    id: String(print.id),
    label: print.label,
    version: String(print.labelRevision ?? ''),
    table: print.table ?? '',
    key: print.key ?? '',
    job: print.job,
    outcome,
    reason: print.reason ?? '',
    counters: print.counters.map(({ name, value }) => `${name} ${value}`).join('; '),
    person: print.operator ?? '',
    reprintOf: String(print.reprintOf ?? ''),
    supersedes: String(print.supersedes ?? ''),
    supersededBy: String(print.supersededBy ?? ''),
  };
}
