import type { Selectable } from 'kysely';
import { dictionary } from '#contract/api-v3/name.ts';
import type { PrintsTable } from '#storage/database/controller-schema.ts';
import { parsePrintValues } from '#rendering/dynamic-text/print-values.ts';
import { printValuesSchema } from '#rendering/dynamic-text/print-values-schema.ts';
import { tryStored } from '../stored-content/stored-json.ts';

/** What another system is told about a print. */
export const RECORD_COLUMNS = [
  ...(['id', 'job', 'label_name', 'label_revision', 'table_name', 'key', 'row', 'state', 'reason', 'reserved', 'settled'] as const),
  ...(['operator', 'reprint_of', 'supersedes', 'print_values'] as const),
] as const satisfies readonly (keyof PrintsTable)[];
type Columns = Pick<Selectable<PrintsTable>, (typeof RECORD_COLUMNS)[number]>;

/** The record of a print; what it has not is left out. Times are ISO 8601. */
export function printRecord(print: Columns): Record<string, unknown> {
  const record = {
    ...{ id: print.id, job: print.job, label: print.label_name, labelRevision: print.label_revision },
    ...{ table: print.table_name, key: print.key, row: print.row, state: print.state, reason: print.reason },
    ...{ reserved: iso(print.reserved), settled: iso(print.settled), operator: print.operator === '' ? null : print.operator },
    ...{ reprintOf: print.reprint_of, supersedes: print.supersedes },
    ...valuesOf(print),
  };
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** Empty if they cannot be read. */
function valuesOf({ print_values: stored }: Columns): Record<string, unknown> {
  if ('fault' in tryStored(printValuesSchema, stored)) return {};
  const { variables, counters, row } = parsePrintValues(stored);
  return {
    variables: dictionary(variables),
    counters: dictionary([...counters].map(([name, { value }]) => [name, value])),
    ...(row && { cells: dictionary(row) }),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
