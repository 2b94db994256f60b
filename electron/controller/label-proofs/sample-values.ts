import type { CounterReading, PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { LabelDocument } from '../jobs/label-documents.ts';
import type { Preparation } from '../jobs/preparation.ts';
import type { Tables } from '../tables/tables.ts';

export interface SampleRooms {
  preparation: Preparation;
  tables: Tables;
}

/** Stands for what there is not: nearly every object and code can show a digit. */
const SAMPLE = '1';
const SAMPLE_READING: CounterReading = { value: 1, width: 0, padding: '0' };

/** What a label is drawn with to be compared later: the values of now, and samples of what there is not. */
export async function sampleValues({ preparation, tables }: SampleRooms, document: LabelDocument): Promise<PrintValues> {
  const { needs } = document;
  const moment = await preparation.moment();
  const known = await preparation.knownValues({ document, row: undefined, moment });
  return {
    ...known,
    variables: new Map([...needs.variables.map((name): [string, string] => [name, SAMPLE]), ...known.variables]),
    counters: new Map([...needs.counters.map((name): [string, CounterReading] => [name, SAMPLE_READING]), ...known.counters]),
    row: needs.columns.length === 0 ? undefined : await sampleRow(tables, document),
  };
}

/** The cells that a test of the label gives, else those of the first row of a table that has them all. */
async function sampleRow(tables: Tables, { label, needs }: LabelDocument): Promise<ReadonlyMap<string, string>> {
  const hasAll = (columns: readonly string[]): boolean => needs.columns.every((column) => columns.includes(column));
  const tested = label.labelTests?.find(({ row }) => row !== undefined && hasAll(Object.keys(row)))?.row;
  const cells = tested ? new Map(Object.entries(tested)) : await firstRow(tables, hasAll);
  return new Map(needs.columns.map((column) => [column, cells?.get(column) ?? SAMPLE]));
}

async function firstRow(tables: Tables, hasAll: (columns: readonly string[]) => boolean): Promise<ReadonlyMap<string, string> | undefined> {
  for (const [name, { columns, rowCount }] of await tables.list()) {
    if (!hasAll(columns) || rowCount === 0) continue;
    for await (const [first] of tables.walk(name, { from: 0, end: 1 })) if (first) return first.cells;
  }
  return undefined;
}
