import type { CounterReading, PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { LabelDocument } from '../preparation/label-documents.ts';
import type { PrintPreparation } from '../preparation/print-preparation.ts';
import type { Tables } from '../tables/tables.ts';

export interface SampleDeps {
  preparation: PrintPreparation;
  tables: Tables;
}

/** Replaces missing values: nearly every object and code can show a digit. */
const SAMPLE = '1';
const SAMPLE_READING: CounterReading = { value: 1, width: 0, padding: '0' };

/** The values that a label is drawn with for later comparisons: current values, and samples for missing ones. */
export async function sampleValues({ preparation, tables }: SampleDeps, document: LabelDocument): Promise<PrintValues> {
  const { needs } = document;
  const moment = await preparation.moment();
  const available = await preparation.availableValues({ document, row: undefined, moment });
  return {
    ...available,
    variables: new Map([...needs.variables.map((name): [string, string] => [name, SAMPLE]), ...available.variables]),
    counters: new Map([...needs.counters.map((name): [string, CounterReading] => [name, SAMPLE_READING]), ...available.counters]),
    row: needs.columns.length === 0 ? undefined : await sampleRow(tables, document),
  };
}

/** The cells that a test of the label gives, otherwise those of the first row of a table that has all columns. */
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
