import type { PrintJob } from '#contract/api-v3/print-job.ts';
import type { Label } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import { checkLabel } from '#rendering/check-label.ts';
import type { Moment } from '#rendering/dynamic-text/print-values.ts';
import type { ControllerSchema, ControllerTransaction } from '#storage/controller-schema.ts';
import type { GroupRead } from '#storage/group-read.ts';
import type { Preflights } from '../preflight/preflights.ts';
import type { Printer } from '../printers/printer.ts';
import type { TableRow, Tables } from '../tables/tables.ts';
import type { Variables } from '../variables/variables.ts';
import { autoPrintColumns } from './auto-print.ts';
import { MOST_FROZEN_ROWS, type Freezing, type FrozenRow } from './freezing.ts';
import type { NewJob } from './job.ts';
import type { Jobs } from './jobs.ts';
import {
  labelDocument,
  labelNameOf,
  type LabelDocument,
  type LabelDocuments,
  type LabelsOfJob,
  type NamedLabel,
} from './label-documents.ts';
import type { LabelTests } from './label-tests.ts';
import type { Preparation } from './preparation.ts';
import { RowCheck, type ProvenRow } from './row-check.ts';
import { isSingle, selectedRows, type SelectedRows } from './selected-rows.ts';
import { refuseUnused, selectedVariables } from './selected-variables.ts';
import { ValuesOfNow } from './values-of-now.ts';

export interface SelectingRooms {
  reads: GroupRead<ControllerSchema>;
  documents: LabelDocuments;
  tables: Tables;
  variables: Variables;
  preparation: Preparation;
  jobs: Jobs;
  freezing: Freezing;
  preflights: Preflights;
  labelTests: LabelTests;
}

/** A selection in which everything was found and checked, and nothing is changed yet. */
export interface Selected {
  job: Omit<NewJob, 'operator'>;
  /** What variables are set to together with it. */
  variables: ReadonlyMap<string, string>;
  /** The rows whose values are taken as they are now; undefined when the job is not frozen. */
  frozen: FrozenRow[] | undefined;
  moment: Moment;
  first: FrozenRow;
  last: FrozenRow;
  /** The first print with the values of now. */
  proven: ProvenRow;
  /** The labels of its rows. */
  labels: LabelUse[];
}

/** How many rows of a selection have a label, and how many copies they are together; null = without a limit. */
export interface LabelUse {
  document: LabelDocument;
  rows: number;
  copies: number | null;
}

/** What the walk over all rows of a selection found. */
type Survey = Pick<Selected, 'labels' | 'frozen'> & {
  totalCopies: number | null;
  /** The first row of which copies are wanted, and the last one where there are several. */
  ends: readonly FrozenRow[];
};

/** From the body of a selection to a job that can be printed. */
export class Selecting {
  readonly #rooms: SelectingRooms;
  /** Of selections whose rows are read in one transaction. */
  readonly #now = new WeakMap<ControllerTransaction, ValuesOfNow>();

  constructor(rooms: SelectingRooms) {
    this.#rooms = rooms;
  }

  /**
   * Finds labels and rows, and checks every row with the values of now; a label that was never drawn for such a printer is drawn. Nothing
   * changes here: what is refused leaves the queue as it was. Throws `not-found`, `key-not-unique`, `invalid-input`, `preflight-missing`, `label-test-failed` or `cannot-render`, naming what is at fault.
   */
  async resolve(printer: Printer, selection: PrintJob): Promise<Selected> {
    if (selection.preflight !== undefined) await this.#rooms.preflights.prove(selection.preflight, printer.name, selection);
    const { check, ends, ...found } = await (isSingle(selection)
      ? this.#rooms.reads.run((trx) => this.#find(printer, selection, trx))
      : this.#find(printer, selection));
    const [first, last = first] = ends;
    if (!first || !last) throw new Error('A selection without rows was not refused.');
    const proven = await check.prove(first.document, first.row);
    if (last !== first) await check.prove(last.document, last.row);
    const { job } = found;
    return {
      ...found,
      ...{ first, last, proven },
      job: { ...job, label_revision: first.revision, cursor: cursorOf(job.first_row, first, found.frozen) },
    };
  }

  /** Everything but the drawing. */
  async #find(printer: Printer, selection: PrintJob, db?: ControllerTransaction) {
    const { tables, variables: known, preparation } = this.#rooms;
    const distance = autoPrintColumns(printer, selection);
    const inline = selection.labelData && inlineDocument(selection.labelData);
    const variables = await selectedVariables(known, selection.variables ?? {}, db);
    const rows = await selectedRows(tables, selection, db);
    const labels = {
      label_name: selection.labelName ?? '',
      label_column: selection.labelColumn ?? null,
      table_name: rows.ofJob.table_name,
    };
    const now = this.#valuesOfNow(db);
    const table = rows.ofJob.first_row === null ? undefined : selection.tableName;
    const check = new RowCheck({ preparation, printer, now, variables, table });
    const { totalCopies, ...survey } = await this.#survey(selection, { rows, labels, inline, check, variables, db });
    const job = {
      ...labels,
      ...rows.ofJob,
      ...attributesOf(selection),
      ...distance,
      label_data: inline?.text ?? null,
      total_copies: totalCopies,
      frozen: survey.frozen ? 1 : 0,
    };
    return { job, variables, moment: await now.moment(), check, ...survey };
  }

  #valuesOfNow(db: ControllerTransaction | undefined): ValuesOfNow {
    const now = (db && this.#now.get(db)) ?? new ValuesOfNow(this.#rooms.preparation, db);
    if (db) this.#now.set(db, now);
    return now;
  }

  /** Appends the job to the printer's queue or replaces it, with who selected it and everything that changes together with it. */
  async store(
    printer: string,
    { job, operator, variables, frozen, moment, isAppended }: Selected & Pick<NewJob, 'operator'> & { isAppended: boolean },
    trx: ControllerTransaction,
  ): Promise<{ id: string; position: number }> {
    const { variables: known, jobs, freezing } = this.#rooms;
    await known.setValues(variables, trx);
    const selected = { ...job, operator };
    const stored = await (isAppended ? jobs.append(printer, selected, trx) : jobs.replace(printer, selected, trx));
    if (frozen) await freezing.freeze(stored.id, { rows: frozen, moment }, trx);
    return stored;
  }

  async #survey(selection: PrintJob, { rows, labels, inline, check, variables, db }: SurveyContext): Promise<Survey> {
    const isFrozen = selection.freeze ?? selection.queue;
    const labelOf = this.#labelFinder(labels, inline, db);
    const frozen: FrozenRow[] = [];
    const ends: FrozenRow[] = [];
    const uses = new Map<string, LabelUse>();
    for await (const page of rows.pages()) {
      for (const selected of page) {
        const row = { ...selected, ...(await labelOf(selected.row)) };
        await check.add(row.document, row.row);
        ends[ends.length === 0 ? 0 : 1] = row;
        countUse(uses, row);
        if (isFrozen) frozen.push(row);
        refuseFreezing(selection, frozen);
      }
    }
    await check.finish();
    refuseUnused(variables, check.variables());
    const used = [...uses.values()];
    const totalCopies = selection.repeatPrint ? null : used.reduce((sum: number | null, { copies }) => sumOf(sum, copies), 0);
    return { ends, labels: used, totalCopies, frozen: isFrozen ? frozen : undefined };
  }

  /** A label that does what it says of itself. Throws `not-found`, and `label-test-failed`. */
  async #tested(inline: LabelDocument | undefined, labelName: string, db: ControllerTransaction | undefined): Promise<NamedLabel> {
    const { documents, labelTests } = this.#rooms;
    const found = inline ? { document: inline, revision: 0 } : await documents.named(labelName, db);
    await labelTests.refuse(found.document.label, inline ? 'The label of the job' : `The label "${labelName}"`, db);
    return { ...found, labelName };
  }

  /** Finds the label of each row, every label once. */
  #labelFinder(
    labels: LabelsOfJob,
    inline: LabelDocument | undefined,
    db: ControllerTransaction | undefined,
  ): (row: TableRow | undefined) => Promise<NamedLabel> {
    const known = new Map<string, NamedLabel>();
    return async (row) => {
      const labelName = inline ? '' : labelNameOf(labels, row);
      const found = known.get(labelName) ?? (await this.#tested(inline, labelName, db));
      known.set(labelName, found);
      return found;
    };
  }
}

interface SurveyContext {
  rows: SelectedRows;
  labels: LabelsOfJob;
  inline: LabelDocument | undefined;
  check: RowCheck;
  variables: ReadonlyMap<string, string>;
  db: ControllerTransaction | undefined;
}

function countUse(uses: Map<string, LabelUse>, { document, copies }: FrozenRow): void {
  const use = uses.get(document.hash) ?? { document, rows: 0, copies: 0 };
  uses.set(document.hash, { document, rows: use.rows + 1, copies: sumOf(use.copies, copies) });
}

/** The first row of which copies are wanted, counted from the first of the range. A frozen job has no others. */
function cursorOf(firstRow: number | null, { row }: FrozenRow, frozen: readonly FrozenRow[] | undefined): number {
  return frozen || !row || firstRow === null ? 0 : row.row - firstRow;
}

/** Null is without a limit. */
function sumOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

/** Whether a selection selects nothing: it ends the present queue. */
export function isDeselection({ labelName, labelData, labelColumn }: PrintJob): boolean {
  return labelName === undefined && labelData === undefined && labelColumn === undefined;
}

/** What a job takes from its selection as it is. */
function attributesOf(selection: PrintJob) {
  return {
    description: selection.description ?? '',
    printed_column: selection.printedColumn ?? null,
    repeat_print: selection.repeatPrint ? 1 : 0,
    checkpoint: selection.checkpoint ? 1 : 0,
    print_delay: selection.printDelay ?? null,
  };
}

/** What is taken once is not printed twice: a frozen job that began again would repeat its serials. */
function refuseFreezing({ repeatPrint }: PrintJob, frozen: readonly FrozenRow[]): void {
  if (frozen.length > MOST_FROZEN_ROWS) {
    throw invalid('/freeze', `at most ${MOST_FROZEN_ROWS} rows can be frozen: select fewer rows, or set freeze to false`);
  }
  const counter = frozen.at(-1)?.document.needs.counters[0];
  if (!repeatPrint || counter === undefined) return;
  throw invalid(
    '/repeatPrint',
    `a frozen job would print the same values of the counter "${counter}" again and again; set freeze to false`,
  );
}

function invalid(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `${pointer}: ${detail}`, errors: [{ pointer, detail }] });
}

function inlineDocument(label: Label): LabelDocument {
  const errors = checkLabel(label).map(({ pointer, detail }) => ({ pointer: `/labelData${pointer}`, detail }));
  const first = errors[0];
  if (first) throw new ProblemError('invalid-input', { detail: `${first.pointer}: ${first.detail}`, errors });
  return labelDocument(label);
}
