import type { Selectable } from 'kysely';
import type { PrintsTable } from '#storage/database/controller-schema.ts';
import { printValuesSchema } from '#rendering/dynamic-text/print-values-schema.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import { parsePrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { DataSet } from './sparkplug-payload.ts';

/** What is sent of a print. */
export const RECORD_COLUMNS = [
  'id',
  'printer',
  'job',
  'label_name',
  'label_revision',
  'table_name',
  'key',
  'row',
  'state',
  'reason',
  'reserved',
  'settled',
  'operator',
  'reprint_of',
  'supersedes',
  'purpose',
  'print_values',
] as const satisfies readonly (keyof PrintsTable)[];
export type RecordedPrint = Pick<Selectable<PrintsTable>, (typeof RECORD_COLUMNS)[number]>;

type Column = DataSet['columns'][number] & { of: (print: RecordedPrint) => string | number };

/** Texts are empty and numbers -1 where there is nothing: a DataSet of Sparkplug B has no nulls. Times are milliseconds since the epoch. */
const COLUMNS: readonly Column[] = [
  { name: 'id', type: 'Int64', of: ({ id }) => id },
  { name: 'state', type: 'String', of: ({ state }) => state },
  { name: 'triggered', type: 'Int64', of: ({ reserved }) => reserved },
  { name: 'settled', type: 'Int64', of: ({ settled }) => settled },
  { name: 'job', type: 'String', of: ({ job }) => job },
  { name: 'label', type: 'String', of: (print) => print.label_name },
  { name: 'labelVersion', type: 'Int64', of: (print) => print.label_revision },
  { name: 'table', type: 'String', of: (print) => print.table_name ?? '' },
  { name: 'key', type: 'String', of: ({ key }) => key ?? '' },
  { name: 'row', type: 'Int64', of: ({ row }) => row ?? -1 },
  { name: 'values', type: 'String', of: valuesOf },
  { name: 'reason', type: 'String', of: ({ reason }) => reason ?? '' },
  { name: 'operator', type: 'String', of: ({ operator }) => operator },
  { name: 'reprintOf', type: 'Int64', of: (print) => print.reprint_of ?? -1 },
  { name: 'supersedes', type: 'Int64', of: ({ supersedes }) => supersedes ?? -1 },
  { name: 'purpose', type: 'String', of: ({ purpose }) => purpose },
];
const columns = COLUMNS.map(({ name, type }) => ({ name, type }));

/** The records before the first print: the columns only. */
export const NO_RECORDS: DataSet = { columns, rows: [] };

/** Prints as rows, in their order. */
export function printRecords(prints: readonly RecordedPrint[]): DataSet {
  return { columns, rows: prints.map((print) => COLUMNS.map(({ of }) => of(print))) };
}

/** The values as JSON: `{"variables": {...}, "counters": {...}, "row": {...}}`; empty if they cannot be read. */
function valuesOf({ print_values }: RecordedPrint): string {
  if ('fault' in tryStored(printValuesSchema, print_values)) return '';
  const { variables, counters, row } = parsePrintValues(print_values);
  const counted = [...counters].map(([name, { value }]): [string, number] => [name, value]);
  return JSON.stringify({
    ...(variables.size > 0 && { variables: Object.fromEntries(variables) }),
    ...(counters.size > 0 && { counters: Object.fromEntries(counted) }),
    ...(row && { row: Object.fromEntries(row) }),
  });
}
