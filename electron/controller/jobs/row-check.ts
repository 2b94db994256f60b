import { ProblemError } from '#contract/problem.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { Printer } from '../printers/printer.ts';
import { namedRow } from '../tables/named-rows.ts';
import type { TableRow } from '../tables/tables.ts';
import type { LabelDocument } from './label-documents.ts';
import type { Picture } from './picture.ts';
import type { Preparation } from './preparation.ts';
import type { ValuesOfNow } from './values-of-now.ts';

/** Rows that a thread checks at once: some 20 ms. */
const ROWS_PER_CHECK = 256;

export interface RowCheckOptions {
  preparation: Preparation;
  printer: Printer;
  now: ValuesOfNow;
  /** Values that variables get with the selection. */
  variables: ReadonlyMap<string, string>;
  /** The table of the rows when there may be several: what is wrong is told with the row. */
  table: string | undefined;
}

/** A print that can be made, with all values that it shows. */
export interface ProvenRow {
  document: LabelDocument;
  values: PrintValues;
  /** Undefined when it was not drawn to be sure of it. */
  picture: Picture | undefined;
}

interface Pending {
  document: LabelDocument;
  values: PrintValues;
  rows: (TableRow | undefined)[];
  /** Every print of it is the same as far as its row goes. */
  isChecked: boolean;
}

/**
 * Whether what a selection would print can be printed, row by row: its texts, the contents of its codes, and its height. Nothing is drawn
 * for it, and what it takes is done by the threads that draw.
 */
export class RowCheck {
  readonly #options: RowCheckOptions;
  readonly #pending = new Map<string, Pending>();
  /** The first row, as long as it is the only one: should it be drawn, that tells as much. */
  #only: { pending: Pending; row: TableRow | undefined } | undefined;
  #isEmpty = true;
  /** The rows that are being checked while the next ones are read. */
  #running: Promise<void> = Promise.resolve();

  constructor(options: RowCheckOptions) {
    this.#options = options;
  }

  /** Throws `cannot-render`, now or with a later row. A row that stays the only one is left to `prove`. */
  async add(document: LabelDocument, row: TableRow | undefined): Promise<void> {
    const pending = this.#pending.get(document.hash) ?? (await this.#prepare(document));
    const only = this.#only;
    this.#only = this.#isEmpty ? { pending, row } : undefined;
    if (only) await this.#add(only.pending, only.row);
    if (!this.#isEmpty) await this.#add(pending, row);
    this.#isEmpty = false;
  }

  /** The variables that the labels show. */
  variables(): Set<string> {
    return new Set([...this.#pending.values()].flatMap(({ document }) => document.needs.variables));
  }

  /** Checks what is left. Throws `cannot-render`. */
  async finish(): Promise<void> {
    for (const pending of this.#pending.values()) if (pending.rows.length > 0) await this.#begin(pending);
    await this.#running;
  }

  /**
   * Makes sure of a print that was added before: it is drawn where its label has never been drawn for such a printer. Comes after `finish`.
   * Throws `cannot-render`.
   */
  async prove(document: LabelDocument, row: TableRow | undefined): Promise<ProvenRow> {
    const { preparation, printer } = this.#options;
    const known = this.#pending.get(document.hash);
    if (!known) throw new Error('What is proven was not added before.');
    const values = { ...known.values, row: row?.cells };
    const isNew = !preparation.hasDrawn(printer, document);
    const picture = isNew ? await this.#ofRow(row, () => preparation.drawFirst(printer, document, values)) : undefined;
    if (!picture && this.#only) await this.#checkOnly(known, row);
    return { document, values, picture };
  }

  async #add(pending: Pending, row: TableRow | undefined): Promise<void> {
    if (pending.isChecked) return;
    pending.rows.push(row);
    pending.isChecked = pending.document.needs.columns.length === 0;
    if (pending.isChecked || pending.rows.length >= ROWS_PER_CHECK) await this.#begin(pending);
  }

  async #prepare(document: LabelDocument): Promise<Pending> {
    const { now, variables } = this.#options;
    const known = await now.of(document);
    const values = variables.size === 0 ? known : { ...known, variables: new Map([...known.variables, ...variables]) };
    const pending: Pending = { document, values, rows: [], isChecked: false };
    this.#pending.set(document.hash, pending);
    return pending;
  }

  async #begin(pending: Pending): Promise<void> {
    await this.#running;
    this.#running = this.#check(pending);
    // Told with the next rows, or at the end.
    this.#running.catch(() => undefined);
  }

  async #check({ document, values, rows }: Pending): Promise<void> {
    const { preparation, printer } = this.#options;
    const checked = rows.splice(0);
    const cells = checked.map((row) => shownCells(document, row));
    const fault = await preparation.findFault(printer, { document, values, rows: cells });
    if (fault) await this.#ofRow(checked[fault.row], () => Promise.reject(fault.problem));
  }

  async #checkOnly({ document, values }: Pending, row: TableRow | undefined): Promise<void> {
    const { preparation, printer } = this.#options;
    const problem = await preparation.findFaultOfRow(printer, { document, values, row: shownCells(document, row) });
    if (problem) await this.#ofRow(row, () => Promise.reject(problem));
  }

  /** Does something with a row. Where there are several, a problem is told with the row. */
  async #ofRow<Result>(row: TableRow | undefined, work: () => Promise<Result>): Promise<Result> {
    const { table } = this.#options;
    try {
      return await work();
    } catch (error) {
      if (table === undefined || !row || !(error instanceof ProblemError) || error.slug !== 'cannot-render') throw error;
      const detail = `In ${namedRow(row.row)} of the table "${table}": ${error.message}`;
      throw new ProblemError(error.slug, { ...error.context, detail }, { cause: error });
    }
  }
}

/** The cells that the label shows. */
function shownCells({ needs }: LabelDocument, row: TableRow | undefined): PrintValues['row'] {
  if (!row) return undefined;
  const shown = new Map<string, string>();
  for (const column of needs.columns) {
    const cell = row.cells.get(column);
    if (cell !== undefined) shown.set(column, cell);
  }
  return shown;
}
