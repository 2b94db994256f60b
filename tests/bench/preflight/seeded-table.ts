import { parse } from 'csv-parse/sync';
import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import type { PreflightKind } from '#contract/api-v3/preflight.ts';
import type { Table } from '#contract/api-v3/table.ts';
import { checkDigit, productsCsv } from '#support/products.ts';

const FONT = { family: 'Arimo', height: 3 };
const EXPIRY = '{TIME;{YEAR2}{MONTH}{DAYOFMONTH};+{TABLE;Days}days}';
const GTIN = '0{TABLE;GTIN}';
/** The key of the first row. */
const FIRST_KEY = 'S0';
/** One of this many rows has a fault. */
const SEED_EVERY = 500;
/** Characters that fit into two lines of the name's box, however wide they are. */
const NAME_CHARACTERS = 30;

const CASE: Label = labelSchema.parse({
  format: 3,
  width: 100,
  height: 50,
  objs: [
    { type: 'Text', name: 'Name', x: 2, y: 2, width: 60, height: 12, text: '{TABLE;Name}', font: FONT },
    { type: 'Text', name: 'Best before', x: 2, y: 15, text: '{TIME;{DAYOFMONTH}.{MONTH}.{YEAR};+{TABLE;Days}days}', font: FONT },
    { type: 'Text', name: 'Note', x: 2, y: 18.8, text: '{TABLE;Note}', font: FONT },
    {
      ...{ type: 'GS1-128', name: 'Code', x: 6, y: 30, barWidth: 0.254, barHeight: 12 },
      apps: [
        ['01', GTIN],
        ['17', EXPIRY],
        ['10', '{TABLE;Lot}'],
      ],
    },
    { type: 'QRCode', name: 'Link', x: 74, y: 4, moduleSize: 0.508, text: `https://example.com/01/${GTIN}` },
  ],
});

/** Labels by name: that of all rows, and two that fail on every print. */
export const LABELS: Readonly<Record<string, Label>> = {
  Case: CASE,
  Fine: labelSchema.parse({
    ...{ format: 3, width: 40, height: 40 },
    objs: [{ type: 'DataMatrix', x: 10, y: 10, moduleSize: 0.06, text: 'A1' }],
  }),
  High: labelSchema.parse({ format: 3, width: 20, height: 900, objs: [{ type: 'Text', x: 2, y: 2, text: 'A', font: FONT }] }),
};

interface Row {
  SKU: string;
  GTIN: string;
  Name: string;
  Days: string;
  Lot: string;
  Note: string;
  Copies: string;
  Label: string;
}

const COLUMNS = ['SKU', 'GTIN', 'Name', 'Days', 'Lot', 'Note', 'Copies', 'Label'] as const satisfies readonly (keyof Row)[];

/** A change of a row, and the finding that it must cause. */
interface Seed {
  kind: PreflightKind;
  change: Partial<Row>;
}

const SEEDS: readonly Seed[] = [
  { kind: 'fault', change: { GTIN: '4006381333930' } },
  { kind: 'overflow', change: { Name: 'Oat milk of whole grains that were pressed by hand '.repeat(4) } },
  { kind: 'fault', change: { Name: 'Milk \u{13000}' } },
  { kind: 'fault', change: { Days: '31 FEB' } },
  { kind: 'fault', change: { Lot: 'LOT-NUMBER-THAT-IS-FAR-TOO-LONG' } },
  { kind: 'quiet-zone', change: { Name: 'Oat milk', Note: 'a note that runs on and on until it stands below the code' } },
  { kind: 'copies', change: { Copies: 'a dozen' } },
  { kind: 'key', change: { SKU: '' } },
  { kind: 'key', change: { SKU: FIRST_KEY } },
  { kind: 'modules', change: { Label: 'Fine' } },
  { kind: 'height', change: { Label: 'High' } },
  { kind: 'label', change: { Label: 'Gone' } },
  { kind: 'fault', change: { GTIN: '12' } },
  { kind: 'fault', change: { Lot: 'Lot ä' } },
];

export interface SeededTable {
  table: Table;
  /** `row kind` of all seeded faults, each once. */
  faults: ReadonlySet<string>;
}

/** A table with that many rows of real products, some of which have seeded faults; there are no other faults. */
export function seededTable(rows: number): SeededTable {
  const products = validProducts((parse(productsCsv()) as string[][]).slice(1));
  const faults = new Set<string>();
  const cells = Array.from({ length: rows }, (_, row) => {
    const [gtin = '', name = ''] = products[row % products.length] ?? [];
    const good: Row = {
      ...{ SKU: `S${row}`, GTIN: gtin, Name: name, Days: String(30 + (row % 300)) },
      ...{ Lot: `L${row}`, Note: '', Copies: '1', Label: '' },
    };
    const seed = row > 0 && row % SEED_EVERY === 0 ? SEEDS[(row / SEED_EVERY) % SEEDS.length] : undefined;
    if (seed) faults.add(`${row} ${seed.kind}`);
    const made = { ...good, ...seed?.change };
    if (made.SKU === FIRST_KEY && row > 0) faults.add('0 key');
    return COLUMNS.map((column) => made[column]);
  });
  return { table: { columns: [...COLUMNS], rows: cells }, faults };
}

/** Products with a valid 13-digit number and a short name in characters that every font has. */
function validProducts(products: readonly string[][]): string[][] {
  return products.flatMap(([gtin = '', name = '']) => {
    const isNumber = /^\d{13}$/.test(gtin) && checkDigit(gtin.slice(0, -1)) === gtin.at(-1);
    const short = name.slice(0, NAME_CHARACTERS).trim();
    return isNumber && /^[\u0020-\u007e\u00a1-\u00ff]+$/.test(short) && !/[{}]/.test(short) ? [[gtin, short]] : [];
  });
}
