import { ProblemError } from '#contract/problem.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { Printer } from '../printers/printer.ts';
import { namedRow } from '../tables/named-rows.ts';
import type { TableRow } from '../tables/tables.ts';
import type { LabelDocument } from './label-documents.ts';
import type { Picture } from '../drawing/drawn-picture.ts';
import type { PrintPreparation } from './print-preparation.ts';
import type { CurrentValues } from './current-values.ts';

/** Rows that a thread checks in one message: about 20 ms. */
const ROWS_PER_CHECK = 256;

export interface RowCheckOptions {
  preparation: PrintPreparation;
  printer: Printer;
  currentValues: CurrentValues;
  /** The values that variables get with the selection. */
  variables: ReadonlyMap<string, string>;
  /** The table, if there may be several rows: then problems name the row. */
  table: string | undefined;
}

/** A print that can be made, with all its values. */
export interface VerifiedRow {
  document: LabelDocument;
  values: PrintValues;
  /** Undefined when it was checked without drawing. */
  picture: Picture | undefined;
}

interface Pending {
  document: LabelDocument;
  values: PrintValues;
  rows: (TableRow | undefined)[];
  /** Whether all rows are checked with one: the label shows no column. */
  isChecked: boolean;
}

/** Checks the rows of a selection: texts, contents of codes, and height. The drawing threads check without drawing. */
export class RowCheck {
  readonly #options: RowCheckOptions;
  readonly #pending = new Map<string, Pending>();
  /** The first row while it is the only one: if it is drawn, it needs no check. */
  #onlyRow: { pending: Pending; row: TableRow | undefined } | undefined;
  #isEmpty = true;
  /** The check that runs while the next rows are read. */
  #running: Promise<void> = Promise.resolve();

  constructor(options: RowCheckOptions) {
    this.#options = options;
  }

  /** Adds a row. Throws `cannot-render` for it or for a row before it. A single row is left to `verify`. */
  async add(document: LabelDocument, row: TableRow | undefined): Promise<void> {
    const pending = this.#pending.get(document.hash) ?? (await this.#prepare(document));
    const only = this.#onlyRow;
    this.#onlyRow = this.#isEmpty ? { pending, row } : undefined;
    if (only) await this.#add(only.pending, only.row);
    if (!this.#isEmpty) await this.#add(pending, row);
    this.#isEmpty = false;
  }

  /** The variables that the labels show. */
  variables(): Set<string> {
    return new Set([...this.#pending.values()].flatMap(({ document }) => document.needs.variables));
  }

  /** The values of a row that was added. */
  valuesOf(document: LabelDocument, row: TableRow | undefined): PrintValues {
    return { ...this.#pendingOf(document).values, row: row?.cells };
  }

  /** Checks the remaining rows. Throws `cannot-render`. */
  async finish(): Promise<void> {
    for (const pending of this.#pending.values()) if (pending.rows.length > 0) await this.#begin(pending);
    await this.#running;
  }

  /**
   * Verifies a print that was added: draws it if its label was never drawn for such a printer. Call after `finish`. Throws `cannot-render`.
   */
  async verify(document: LabelDocument, row: TableRow | undefined): Promise<VerifiedRow> {
    const { preparation, printer } = this.#options;
    const pending = this.#pendingOf(document);
    const values = { ...pending.values, row: row?.cells };
    const isNew = !preparation.hasDrawn(printer, document);
    const picture = isNew ? await this.#ofRow(row, () => preparation.drawFirst(printer, document, values)) : undefined;
    if (!picture && this.#onlyRow) await this.#checkOnly(pending, row);
    return { document, values, picture };
  }

  #pendingOf({ hash }: LabelDocument): Pending {
    const pending = this.#pending.get(hash);
    if (!pending) throw new Error('The row was not added before it was used.');
    return pending;
  }

  async #add(pending: Pending, row: TableRow | undefined): Promise<void> {
    if (pending.isChecked) return;
    pending.rows.push(row);
    pending.isChecked = pending.document.needs.columns.length === 0;
    if (pending.isChecked || pending.rows.length >= ROWS_PER_CHECK) await this.#begin(pending);
  }

  async #prepare(document: LabelDocument): Promise<Pending> {
    const { currentValues, variables } = this.#options;
    const current = await currentValues.of(document);
    const values = variables.size === 0 ? current : { ...current, variables: new Map([...current.variables, ...variables]) };
    const pending: Pending = { document, values, rows: [], isChecked: false };
    this.#pending.set(document.hash, pending);
    return pending;
  }

  async #begin(pending: Pending): Promise<void> {
    await this.#running;
    this.#running = this.#check(pending);
    // The next `add` or `finish` awaits it and gets the error.
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

  /** Runs `work` for a row. If there may be several rows, a problem names the row. */
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

/** The cells of the row that the label shows. */
function shownCells({ needs }: LabelDocument, row: TableRow | undefined): PrintValues['row'] {
  if (!row) return undefined;
  const shown = new Map<string, string>();
  for (const column of needs.columns) {
    const cell = row.cells.get(column);
    if (cell !== undefined) shown.set(column, cell);
  }
  return shown;
}
