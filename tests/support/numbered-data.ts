import type { Label } from '#contract/api-v3/label.ts';
import { labelSchema } from '#contract/api-v3/label.ts';
import type { Table } from '#contract/api-v3/table.ts';

const OBJECTS = 100;
const ROWS = 500;

/** A label of many pages in the database, whose every text is this number. */
export function fullLabel(number: number): Label {
  const text = { type: 'Text', x: 0, y: 0, text: String(number).padStart(100, '0'), font: { family: 'Arimo', height: 2 } };
  return labelSchema.parse({ format: 3, width: 100, height: 30, objs: Array.from({ length: OBJECTS }, () => text) });
}

/** A table of many pages, whose every row has this number. */
export function fullTable(number: number): Table {
  return { columns: ['GTIN', 'Number'], rows: Array.from({ length: ROWS }, (_, row) => [String(row), String(number).padStart(40, '0')]) };
}
