import type { Mark } from '../engine-log.ts';
import type { LedgerPrint } from '../ledger-file.ts';
import { archiveFaults, type ArchivedPrint } from './archive-faults.ts';
import { LedgerCopy } from './ledger-copy.ts';
import type { PlantLine } from './plant-line.ts';
import type { PlantSite } from './plant-site.ts';
import { cellOf, COUNTER, ROW_COLUMN } from './work.ts';

/** A mark of a line, with the print that its ledgers know. */
interface JudgedMark extends Mark {
  line: string;
  print: LedgerPrint;
}

/** What a line has printed and recorded. */
export interface LineRecord {
  line: string;
  marks: Mark[];
  /** The ledgers that restored backups have replaced, the oldest first. */
  replaced: readonly LedgerCopy[];
  ledger: LedgerCopy;
}

/** Numbers that the plant gave to a line, both included. */
interface Lease {
  line: string;
  first: number;
  last: number;
}

/** Rows of a run, from `first` to before `end`. */
interface RowRange {
  run: string;
  first: number;
  end: number;
  state: 'free' | 'held' | 'printed';
}

/** What the plant has recorded. */
export interface PlantRecord {
  archive: ArchivedPrint[];
  leases: Lease[];
  ranges: RowRange[];
}

/** Reads what a line has recorded. Call it while it prints nothing. */
export function readLine({ name, logs, replaced, ledger }: PlantLine): LineRecord {
  return { line: name, marks: logs.flatMap((log) => log.readOn()), replaced, ledger: LedgerCopy.of(ledger) };
}

/** Reads the tables of the plant, with the names of the lines. */
export async function readPlant(site: PlantSite): Promise<PlantRecord> {
  const line = `(SELECT report::json ->> 'name' FROM controllers WHERE number = controller) AS line`;
  const prints = await site.query<Omit<ArchivedPrint, 'print'> & { print: string }>(`
    SELECT ${line}, print, printer, state, serials, picture_hash AS "pictureHash",
      (SELECT array_agg(serial) FROM print_serials AS s
        WHERE (s.reserved, s.controller, s.print) = (prints.reserved, prints.controller, prints.print)) AS found
    FROM prints`);
  const leases = await site.query<Record<keyof Lease, string>>(`SELECT ${line}, first, last FROM serial_leases ORDER BY first`);
  const ranges = await site.query<Record<keyof RowRange, string>>(
    'SELECT run, first_row AS first, end_row AS "end", state FROM row_ranges',
  );
  return {
    archive: prints.map(({ print, ...more }) => ({ ...more, print: Number(print) })),
    leases: leases.map(({ line: of, first, last }) => ({ line: of, first: Number(first), last: Number(last) })),
    ranges: ranges.map(({ run, first, end, state }) => ({
      ...{ run, first: Number(first), end: Number(end), state: state as RowRange['state'] },
    })),
  };
}

/**
 * What is wrong with the records of the lines and the plant, once nothing is printed and nothing waits. The marks are those in the memory of the printers.
 * `runs`: the number of rows of each run, by its name.
 */
export function judge(lines: readonly LineRecord[], plant: PlantRecord, runs: ReadonlyMap<string, number>): string[] {
  const faults: string[] = [];
  const marks = lines.flatMap((line) => judgedMarks(line, faults));
  return [
    ...faults,
    ...pictureFaults(marks),
    ...claimFaults(marks, (print) => print.serials[0]),
    ...claimFaults(marks, rowOf),
    ...lines.flatMap(unmarkedFaults),
    ...leaseFaults(marks, plant.leases),
    ...rowFaults(marks, plant.ranges, runs),
    ...archiveFaults(lines, plant.archive),
  ];
}

/** The marks with their prints. A mark without one, or that is not what its print says, is a fault. */
function judgedMarks({ line, marks, replaced, ledger }: LineRecord, faults: string[]): JudgedMark[] {
  const seen = new Map<number, Mark>();
  return marks.flatMap((mark) => {
    const place = `${line}, mark ${mark.number} of ${mark.printer}`;
    const other = seen.get(mark.id);
    seen.set(mark.id, mark);
    if (other) faults.push(`${place}: print ${mark.id} was marked before, as mark ${other.number} of ${other.printer}`);
    const known = [...replaced, ledger].flatMap(({ prints }) => prints.get(mark.id) ?? []);
    const last = known.at(-1);
    if (!last) faults.push(`${place}: no ledger has print ${mark.id}`);
    for (const { pictureHash, printer } of known)
      if (pictureHash !== mark.pictureHash || printer !== mark.printer) faults.push(`${place} differs from print ${mark.id}`);
    // Of a print that a restore has undone, the replaced ledger may not have had the result yet.
    if (ledger.prints.has(mark.id) && last?.state !== 'printed') faults.push(`${place}: print ${mark.id} is ${last?.state}`);
    return last ? [{ ...mark, line, print: last }] : [];
  });
}

/** Every label shows its serial number or its row, so no two marks of any line have the same picture. This uses no record of the program. */
function pictureFaults(marks: readonly JudgedMark[]): string[] {
  return repeated(marks, ({ pictureHash }) => pictureHash).map(
    ([, one, other]) => `the same picture was marked twice: ${both(one, other)}`,
  );
}

function claimFaults(marks: readonly JudgedMark[], claimOf: (print: LedgerPrint) => string | undefined): string[] {
  const claiming = marks.filter(({ print }) => claimOf(print) !== undefined);
  return repeated(claiming, ({ print }) => claimOf(print) ?? '').map(
    ([claim, one, other]) => `${claim} was marked twice: ${both(one, other)}`,
  );
}

function unmarkedFaults({ line, marks, replaced, ledger }: LineRecord): string[] {
  const marked = new Set(marks.map(({ id }) => id));
  const prints = [...replaced, ledger].flatMap((copy) => [...copy.prints.values()]);
  const open = [...ledger.prints.values()].filter(({ state }) => !['printed', 'void'].includes(state));
  return [
    ...prints
      .filter(({ id, state }) => state === 'printed' && !marked.has(id))
      .map(({ id }) => `${line}: print ${id} is printed, but no printer has a mark of it`),
    ...open.map(({ id, state }) => `${line}: print ${id} is still ${state}`),
  ];
}

/** Blocks do not overlap, and a line prints numbers of its own blocks only. */
function leaseFaults(marks: readonly JudgedMark[], leases: readonly Lease[]): string[] {
  const sorted = leases.toSorted((a, b) => a.first - b.first);
  const overlapping = sorted.filter(({ first }, index) => first <= (sorted[index - 1]?.last ?? 0));
  const foreign = marks.filter(({ line, print }) => {
    const serial = serialOf(print);
    return serial !== undefined && !leases.some((lease) => lease.line === line && lease.first <= serial && serial <= lease.last);
  });
  return [
    ...overlapping.map(({ line, first, last }) => `the block ${first} to ${last} of ${line} overlaps another one`),
    ...foreign.map((mark) => `${placeOf(mark)}: ${mark.print.serials[0]} is not in a block of this line`),
  ];
}

/** A row that the plant knows to be printed has one mark. One that is free has none: one that is held may have one, if its line was restored. */
function rowFaults(marks: readonly JudgedMark[], ranges: readonly RowRange[], runs: ReadonlyMap<string, number>): string[] {
  const marked = new Set(marks.flatMap(({ print }) => rowOf(print) ?? []));
  const faults = ranges.flatMap(({ run, first, end, state }) => {
    const cells = Array.from({ length: end - first }, (_, row) => `${ROW_COLUMN}=${cellOf(run, first + row)}`);
    if (state === 'printed')
      return cells.filter((cell) => !marked.has(cell)).map((cell) => `${cell} is printed, but no printer has a mark of it`);
    if (state === 'free') return cells.filter((cell) => marked.has(cell)).map((cell) => `${cell} is free, but was marked`);
    return [];
  });
  const sums = [...Map.groupBy(ranges, ({ run }) => run)].filter(
    ([run, of]) => of.reduce((sum, { first, end }) => sum + end - first, 0) !== runs.get(run),
  );
  return [...faults, ...sums.map(([run]) => `the ranges of ${run} do not have all of its rows once`)];
}

function* pairs<Item>(items: readonly Item[], keyOf: (item: Item) => string): Generator<[key: string, one: Item, other: Item]> {
  const known = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    const one = known.get(key);
    if (one) yield [key, one, item];
    known.set(key, item);
  }
}

function repeated<Item>(items: readonly Item[], keyOf: (item: Item) => string): [key: string, one: Item, other: Item][] {
  return [...pairs(items, keyOf)];
}

/** The cell of its shared row, as `column=value`. */
function rowOf({ content }: LedgerPrint): string | undefined {
  return content.find((cell) => cell.startsWith(`${ROW_COLUMN}=`));
}

function serialOf({ serials }: LedgerPrint): number | undefined {
  const text = serials.find((serial) => serial.startsWith(`${COUNTER}=`))?.slice(COUNTER.length + 1);
  return text === undefined ? undefined : Number(text);
}

function placeOf({ line, printer, number, id }: JudgedMark): string {
  return `${line}, mark ${number} of ${printer} (print ${id})`;
}

function both(one: JudgedMark, other: JudgedMark): string {
  return `${placeOf(one)}, and ${placeOf(other)}`;
}
