import type { PreflightFinding, PreflightRequest } from '#contract/api-v3/preflight.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ExaminedPrint } from '#rendering/review/examine-prints.ts';
import type { DrawingPool } from '../drawing/drawing-pool.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { LabelDocuments } from '../jobs/label-documents.ts';
import type { Preparation } from '../jobs/preparation.ts';
import type { Printer } from '../printers/printer.ts';
import type { TableRow, Tables } from '../tables/tables.ts';
import type { FindingBook } from './finding-book.ts';
import { doesStop, LabelRun } from './label-run.ts';
import { lookAtRow, type LookedAtRow, type RowFinding } from './row-findings.ts';

export interface RunRooms {
  documents: LabelDocuments;
  tables: Tables;
  preparation: Preparation;
  drawing: DrawingPool;
  fonts: Fonts;
}

export interface RunOptions {
  table: string;
  request: PreflightRequest;
  printer: Printer;
  /** Milliseconds since the epoch, the first of them now. */
  moments: readonly number[];
  /** From 0 to before. */
  from: number;
  end: number;
  book: FindingBook;
  signal: AbortSignal;
  /** How far it is: called after every turn. */
  progress: (rows: number, prints: number) => void;
}

const DOUBLES_PER_PAGE = 1_000;
/** Turns that are asked for at once: the threads have the next at hand, and whoever else has something drawn waits for no more. */
const TURNS_AHEAD = 2;

/** Looks at the prints of a table, row after row. */
export class PreflightRun {
  readonly #rooms: RunRooms;
  readonly #options: RunOptions;
  /** The labels that rows name; undefined for those that there are not. */
  readonly #labels = new Map<string, LabelRun | undefined>();

  constructor(rooms: RunRooms, options: RunOptions) {
    this.#rooms = rooms;
    this.#options = options;
  }

  /** Runs to the end, or until it is cancelled. Throws `not-found` for a column that the table lacks, and what a broken label throws. */
  async run(): Promise<void> {
    const { table, from, end, signal, progress } = this.#options;
    for await (const page of this.#rooms.tables.walk(table, { from, end })) {
      const findings = await this.#lookAtPage(page);
      if (signal.aborted) return;
      for (const finding of findings) this.#options.book.add(finding);
      progress(page.length, 0);
    }
    await this.#findDoubles();
  }

  /** The labels that were looked at, with the versions that they had. */
  labels(): { name: string; hash: string }[] {
    return [...this.#labels].flatMap(([name, label]) => (label ? [{ name, hash: label.source.document.hash }] : []));
  }

  async #lookAtPage(page: readonly TableRow[]): Promise<PreflightFinding[]> {
    const { table, request } = this.#options;
    const looked = page.map((row) => lookAtRow(table, row, request));
    const byLabel = new Map<LabelRun, TableRow[]>();
    for (const one of looked) {
      const label = one.labelName === undefined ? undefined : await this.#label(one.labelName);
      if (label) rowsOf(byLabel, label).push(one.row);
      else if (one.labelName !== undefined) one.findings.push(this.#noLabel(one));
    }
    const found = looked.flatMap(({ row, findings }) => findings.map((finding) => this.#ofRow(row, finding)));
    for (const [label, rows] of byLabel) found.push(...(await this.#lookAtPrints(label, rows)));
    return found.sort((one, other) => one.row - other.row);
  }

  /** Draws the prints of one label, some rows at a time. */
  async #lookAtPrints(label: LabelRun, rows: TableRow[]): Promise<PreflightFinding[]> {
    const found: PreflightFinding[] = [];
    const lane = async (): Promise<void> => {
      while (rows.length > 0 && !this.#options.signal.aborted) found.push(...(await this.#turn(label, label.take(rows))));
    };
    await Promise.all(Array.from({ length: TURNS_AHEAD }, lane));
    return found;
  }

  async #turn(label: LabelRun, rows: readonly TableRow[]): Promise<PreflightFinding[]> {
    const begin = performance.now();
    const examined = await this.#examine(label, rows);
    label.took(rows.length, performance.now() - begin);
    this.#options.progress(0, rows.length * label.moments.length);
    return examined.flatMap(({ row: at, moment, findings }) => {
      const row = rows[at];
      return row ? findings.map((finding) => ({ ...this.#named(row), ...label.describe(finding, row, moment) })) : [];
    });
  }

  /** A row that the threads give up is told as such; the rows beside it are looked at one by one. */
  async #examine(label: LabelRun, rows: readonly TableRow[]): Promise<ExaminedPrint[]> {
    const { drawing, fonts } = this.#rooms;
    const { printer } = this.#options;
    const { hash, text } = label.source.document;
    const order = { hash, text, values: label.values, target: printer.engine.target, fonts: fonts.set };
    const prints = { rows: rows.map((row) => label.cellsOf(row)), moments: label.moments, printableHeight: printer.properties.height };
    try {
      return await drawing.examine(order, prints);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.slug !== 'cannot-render') throw error;
      if (rows.length === 1) return [{ row: 0, moment: 0, findings: [{ kind: 'fault', pointer: '', detail: error.message }] }];
      const alone = await Promise.all(rows.map((row) => this.#examine(label, [row])));
      return alone.flatMap((examined, row) => examined.map((one) => ({ ...one, row })));
    }
  }

  async #label(name: string): Promise<LabelRun | undefined> {
    if (!this.#labels.has(name)) this.#labels.set(name, await this.#open(name));
    return this.#labels.get(name);
  }

  async #open(name: string): Promise<LabelRun | undefined> {
    const { documents, preparation } = this.#rooms;
    const { moments, request } = this.#options;
    try {
      const source = await documents.named(name);
      const moment = await preparation.moment(moments[0]);
      const known = await preparation.knownValues({ document: source.document, row: undefined, moment });
      const variables = new Map([...known.variables, ...Object.entries(request.variables ?? {})]);
      return new LabelRun({ name, source, values: { ...known, variables }, moments });
    } catch (error) {
      if (error instanceof ProblemError && error.slug === 'not-found') return undefined;
      throw error;
    }
  }

  /** Rows whose key another row has too: they cannot be selected by it. */
  async #findDoubles(): Promise<void> {
    const { table, request, book, from, end, signal } = this.#options;
    const column = request.keyColumn;
    if (column === undefined) return;
    for (let offset = 0; !signal.aborted; offset += DOUBLES_PER_PAGE) {
      const { columns, rows, total } = await this.#rooms.tables.rows(table, { doubles: column, offset, limit: DOUBLES_PER_PAGE });
      for (const { row, cells } of rows) {
        if (row < from || row >= end) continue;
        const value = cells[columns.indexOf(column)] ?? '';
        book.add(this.#ofRow({ row, cells: new Map([[column, value]]) }, doubled(column, value)));
      }
      if (offset + rows.length >= total || rows.length === 0) return;
    }
  }

  #noLabel({ labelName = '', row }: LookedAtRow): RowFinding {
    const column = this.#options.request.labelColumn;
    const cells = column === undefined ? [] : [{ column, value: row.cells.get(column) ?? '' }];
    return { kind: 'label', detail: `There is no label "${labelName}"`, cells };
  }

  #ofRow(row: TableRow, { kind, detail, cells }: RowFinding): PreflightFinding {
    const moment = new Date(this.#options.moments[0] ?? 0).toISOString();
    return { ...this.#named(row), ...{ pointer: '', object: '', kind, stops: doesStop(kind), detail, moment, cells } };
  }

  #named({ row, cells }: TableRow): Pick<PreflightFinding, 'row' | 'key'> {
    const { keyColumn } = this.#options.request;
    const key = keyColumn === undefined ? undefined : cells.get(keyColumn);
    return key === undefined ? { row } : { row, key };
  }
}

function rowsOf(byLabel: Map<LabelRun, TableRow[]>, label: LabelRun): TableRow[] {
  const known = byLabel.get(label) ?? [];
  byLabel.set(label, known);
  return known;
}

function doubled(column: string, value: string): RowFinding {
  return {
    kind: 'key',
    detail: `The key "${value}" stands in other rows too: none of them can be selected by it`,
    cells: [{ column, value }],
  };
}
