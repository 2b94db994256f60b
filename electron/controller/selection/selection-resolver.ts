import type { PrintJob } from '#contract/api-v3/print-job.ts';
import type { Label } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Moment } from '#rendering/dynamic-text/print-values.ts';
import type { ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { GroupRead } from '#storage/database/group-read.ts';
import type { DeviceMessages } from '../device-messages/device-messages.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import type { CommandExpiry } from '../platform/command-clock.ts';
import type { PrintBlocks } from '../print-blocks/print-blocks.ts';
import type { Preflights } from '../preflight/preflights.ts';
import { loadLabelCheck } from '../labels/label-check.ts';
import type { Labels } from '../labels/labels.ts';
import type { Printer } from '../printers/printer.ts';
import { namedRow } from '../tables/named-rows.ts';
import type { TableRow, Tables } from '../tables/tables.ts';
import type { Variables } from '../variables/variables.ts';
import { autoPrintColumns } from '../runtime/auto-print.ts';
import type { PrinterRuntime } from '../runtime/printer-runtime.ts';
import { sharedSelection } from './shared-selection.ts';
import { MAX_FROZEN_ROWS, type Freezing, type FrozenRow } from './freezing.ts';
import type { NewJob } from '../queue/job.ts';
import type { JobLabelRevisions } from '../queue/job-label-revisions.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import type { NamedRun } from '../queue/plant-rows.ts';
import { rowsGiven, type SharedRows } from '../queue/shared-rows.ts';
import type { ApprovalRule } from '../preparation/approval-rule.ts';
import { labelDocument, labelNameOf, type LabelDocument, type LabelsOfJob, type NamedLabel } from '../preparation/label-documents.ts';
import type { LabelTests } from '../preparation/label-tests.ts';
import type { PrintPreparation } from '../preparation/print-preparation.ts';
import { RowCheck, type VerifiedRow } from '../preparation/row-check.ts';
import { isSingle, selectedRows, type SelectedRows } from '../preparation/selected-rows.ts';
import { refuseUnused, selectedVariables } from '../preparation/selected-variables.ts';
import { CurrentValues } from '../preparation/current-values.ts';

export interface SelectionResolverDeps {
  reads: GroupRead<ControllerSchema>;
  approvalRule: ApprovalRule;
  deviceMessages: DeviceMessages;
  tables: Tables;
  variables: Variables;
  preparation: PrintPreparation;
  jobs: JobQueues;
  sharedRows: SharedRows;
  freezing: Freezing;
  labels: Labels;
  jobLabelRevisions: JobLabelRevisions;
  preflights: Preflights;
  labelTests: LabelTests;
  printBlocks: PrintBlocks;
}

/** The origin of a selection. */
export interface SelectionRequest {
  idempotency?: IdempotentRequest | undefined;
  /** Name of the operator; empty when the client gave none. */
  operator?: string;
  /** A deselection never expires. */
  expiry?: CommandExpiry | undefined;
}

/** A selection whose parts are found and checked; nothing is changed yet. */
export interface Selected {
  job: Omit<NewJob, 'operator' | 'allocation' | 'elsewhere'>;
  /** Whether the job shares its rows with others. */
  isShared: boolean;
  /** The run of rows that are shared over the plant. */
  run: NamedRun | undefined;
  /** The values that variables get with the selection. */
  variables: ReadonlyMap<string, string>;
  /** The rows of a frozen job; undefined when the job is not frozen. */
  frozen: FrozenRow[] | undefined;
  moment: Moment;
  first: FrozenRow;
  last: FrozenRow;
  /** The first print, checked with the current values. */
  verified: VerifiedRow;
  /** The labels of the rows. */
  labels: LabelUse[];
}

/** A label of a selection with the number of its rows and the sum of their copies; null without a limit. */
export interface LabelUse {
  document: LabelDocument;
  /** The name is empty and the version 0 for a label that came with its job. */
  labelName: string;
  revision: number;
  rows: number;
  copies: number | null;
}

/** The result of reading all rows of a selection. */
type Survey = Pick<Selected, 'labels' | 'frozen'> & {
  totalCopies: number | null;
  /** The first row with copies, and the last one if there are several. */
  ends: readonly FrozenRow[];
};

/** Resolves the body of a selection to a job that can be printed. */
export class SelectionResolver {
  readonly #deps: SelectionResolverDeps;
  /** Shared by the selections that are read in one transaction. */
  readonly #currentValues = new WeakMap<ControllerTransaction, CurrentValues>();

  constructor(deps: SelectionResolverDeps) {
    this.#deps = deps;
  }

  /**
   * Finds labels and rows and checks every row with the current values; a label that was never drawn for such a printer is drawn. Changes
   * nothing: a refused selection leaves the queue as it was. Throws `rows-given`, `row-copies-differ`, `not-found`, `key-not-unique`, `invalid-input`, `preflight-missing`,
   * `label-not-approved`, `label-test-failed` or `cannot-render`, naming the part at fault.
   */
  async resolve({ printer, settings }: Pick<PrinterRuntime, 'printer' | 'settings'>, selection: PrintJob): Promise<Selected> {
    await this.#deps.preflights.refuseUnproven(selection, { printer: printer.name, isRequired: settings.preflightRequired });
    const { check, ends, ...found } = await (isSingle(selection)
      ? this.#deps.reads.run((trx) => this.#find(printer, selection, trx))
      : this.#find(printer, selection));
    const [first, last = first] = ends;
    if (!first || !last) throw rowsGiven(selection.tableName ?? '');
    const proven = await check.verify(first.document, first.row);
    if (last !== first) await check.verify(last.document, last.row);
    return {
      ...found,
      ...{ first, last, verified: proven },
      job: { ...found.job, label_revision: first.revision, cursor: cursorOf(found.job.first_row, first, found.frozen) },
    };
  }

  /** Everything except drawing. */
  async #find(printer: Printer, selection: PrintJob, db?: ControllerTransaction) {
    const { tables, variables: stored, preparation } = this.#deps;
    const distance = autoPrintColumns(printer, selection);
    const inline = selection.labelData && (await inlineDocument(selection.labelData));
    const variables = await selectedVariables(stored, selection.variables ?? {}, { today: await preparation.today(db), db });
    const found = await selectedRows(tables, selection, db);
    const { rows, run } = await sharedSelection(found, selection, this.#deps.sharedRows);
    const labels = {
      label_name: selection.labelName ?? '',
      label_column: selection.labelColumn ?? null,
      table_name: rows.ofJob.table_name,
    };
    const currentValues = this.#currentValuesFor(db);
    const table = rows.ofJob.first_row === null ? undefined : selection.tableName;
    const check = new RowCheck({ preparation, printer, currentValues, variables, table });
    const { totalCopies, ...survey } = await this.#survey(selection, { rows, labels, inline, check, variables, printer, db });
    const job = {
      ...labels,
      ...rows.ofJob,
      ...attributesOf(selection),
      ...distance,
      label_data: inline?.text ?? null,
      total_copies: totalCopies,
      frozen: survey.frozen ? 1 : 0,
    };
    const isShared = selection.rowAllocation === 'shared';
    return { job, isShared, run: run(), variables, moment: await currentValues.moment(), check, ...survey };
  }

  #currentValuesFor(db: ControllerTransaction | undefined): CurrentValues {
    const values = (db && this.#currentValues.get(db)) ?? new CurrentValues(this.#deps.preparation, db);
    if (db) this.#currentValues.set(db, values);
    return values;
  }

  /** Appends the job to the printer's queue or replaces the queue, and stores the operator and all that the selection changes. */
  async store(
    printer: string,
    {
      job,
      isShared,
      run,
      operator,
      variables,
      frozen,
      moment,
      labels,
      isAppended,
    }: Selected & Pick<NewJob, 'operator'> & { isAppended: boolean },
    trx: ControllerTransaction,
  ): Promise<{ id: string; position: number }> {
    const { variables: stored, jobs, freezing, sharedRows } = this.#deps;
    await stored.setValues(variables, trx);
    const rows = isShared ? await sharedRows.join(job, run, trx) : { allocation: null, elsewhere: 0 };
    const selected = { ...job, ...rows, operator };
    const added = await (isAppended ? jobs.append(printer, selected, trx) : jobs.replace(printer, selected, trx));
    if (isShared) await jobs.sharing.refuseFinished(added.id, trx);
    if (frozen) await freezing.freeze(added.id, { rows: frozen, moment }, trx);
    else if (job.label_column !== null) await this.#keepRevisions({ id: added.id, printer }, labels, trx);
    return added;
  }

  /** Labels may have been put since they were checked, and approved ones need not be the newest: the job prints the versions that were checked. */
  async #keepRevisions(job: { id: string; printer: string }, uses: readonly LabelUse[], trx: ControllerTransaction): Promise<void> {
    const { labels, jobLabelRevisions, approvalRule } = this.#deps;
    const isRule = await approvalRule.isFor(job.printer, trx);
    for (const { labelName: label, revision } of uses) {
      if (isRule || (await labels.findRevision(label, trx)) !== revision) await jobLabelRevisions.keep(job.id, { label, revision }, trx);
    }
  }

  async #survey(selection: PrintJob, { rows, labels, inline, check, variables, printer, db }: SurveyContext): Promise<Survey> {
    const isFrozen = isFrozenSelection(selection);
    const labelOf = this.#labelFinder(labels, inline, { printer, db });
    const frozen: FrozenRow[] = [];
    const ends: FrozenRow[] = [];
    const uses = new Map<string, LabelUse>();
    let totalCopies: number | null = 0;
    for await (const page of rows.pages()) {
      for (const { wanted, ...selected } of page) {
        totalCopies = sumOf(totalCopies, wanted);
        if (selected.copies === 0) continue;
        const row = { ...selected, ...(await labelOf(selected.row)) };
        await check.add(row.document, row.row);
        this.#refuseBlocked(row, check);
        ends[ends.length === 0 ? 0 : 1] = row;
        countUse(uses, row);
        if (isFrozen) frozen.push(row);
        refuseFreezing(selection, frozen);
      }
    }
    await check.finish();
    refuseUnused(variables, check.variables());
    const used = [...uses.values()];
    return { ends, labels: used, totalCopies: selection.repeatPrint ? null : totalCopies, frozen: isFrozen ? frozen : undefined };
  }

  /** Throws `print-blocked`, naming the row, for a row whose print is blocked now. */
  #refuseBlocked({ document, labelName, revision, row }: FrozenRow, check: RowCheck): void {
    const { printBlocks } = this.#deps;
    if (!printBlocks.isAnyActive) return;
    const refusal = printBlocks.findRefusal({ labelName, labelRevision: revision, document, values: check.valuesOf(document, row) });
    if (!refusal) return;
    const where = row ? `In ${namedRow(row.row)}: ` : '';
    throw new ProblemError(refusal.slug, { ...refusal.context, detail: where + refusal.message });
  }

  /** A label whose own tests pass and that the printer can print. Throws `not-found`, `label-not-approved`, `label-test-failed` and `cannot-render`. */
  async #tested(inline: LabelDocument | undefined, labelName: string, { printer, db }: LabelUser): Promise<NamedLabel> {
    const { approvalRule, labelTests, deviceMessages } = this.#deps;
    await deviceMessages.refuseMissing(printer, labelName, db);
    const found = await approvalRule.labelFor(printer.name, { labelName, inline }, db);
    await labelTests.refuse(found.document.label, inline ? 'The label of the job' : `The label "${labelName}"`, db);
    return { ...found, labelName };
  }

  /** Returns a function that finds the label of a row; each label is read once. */
  #labelFinder(
    labels: LabelsOfJob,
    inline: LabelDocument | undefined,
    user: LabelUser,
  ): (row: TableRow | undefined) => Promise<NamedLabel> {
    const labelsByName = new Map<string, NamedLabel>();
    return async (row) => {
      const labelName = inline ? '' : labelNameOf(labels, row);
      const found = labelsByName.get(labelName) ?? (await this.#tested(inline, labelName, user));
      labelsByName.set(labelName, found);
      return found;
    };
  }
}

/** The printer that is to print a label, and the transaction in which the label is read. */
interface LabelUser {
  printer: Printer;
  db: ControllerTransaction | undefined;
}

interface SurveyContext extends LabelUser {
  rows: SelectedRows;
  labels: LabelsOfJob;
  inline: LabelDocument | undefined;
  check: RowCheck;
  variables: ReadonlyMap<string, string>;
}

function countUse(uses: Map<string, LabelUse>, { document, labelName, revision, copies }: FrozenRow): void {
  const use = uses.get(labelName) ?? { document, labelName, revision, rows: 0, copies: 0 };
  uses.set(labelName, { ...use, rows: use.rows + 1, copies: sumOf(use.copies, copies) });
}

/** Position of the first row with copies within the range. A frozen job has only such rows. */
function cursorOf(firstRow: number | null, { row }: FrozenRow, frozen: readonly FrozenRow[] | undefined): number {
  return frozen || !row || firstRow === null ? 0 : row.row - firstRow;
}

/** Rows that other printers may print are not frozen: their counter values would be spent. */
function isFrozenSelection({ freeze, queue, rowAllocation }: PrintJob): boolean {
  return freeze ?? (queue && rowAllocation !== 'shared');
}

/** Null means no limit. */
function sumOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

/** The columns of a job that are copied from its selection. */
function attributesOf(selection: PrintJob) {
  return {
    description: selection.description ?? '',
    printed_column: selection.printedColumn ?? null,
    repeat_print: selection.repeatPrint ? 1 : 0,
    checkpoint: selection.checkpoint ? 1 : 0,
    print_delay: selection.printDelay ?? null,
    rework_reason: null,
  };
}

/** Frozen values must not be printed twice: a frozen job with `repeatPrint` would repeat its serials. */
function refuseFreezing({ repeatPrint }: PrintJob, frozen: readonly FrozenRow[]): void {
  if (frozen.length > MAX_FROZEN_ROWS) {
    throw invalid('/freeze', `at most ${MAX_FROZEN_ROWS} rows can be frozen: select fewer rows, or set freeze to false`);
  }
  const counter = frozen.at(-1)?.document.needs.counters[0];
  if (!repeatPrint || counter === undefined) return;
  throw invalid('/repeatPrint', `a frozen job would repeat the values of the counter "${counter}"; set freeze to false`);
}

function invalid(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `${pointer}: ${detail}`, errors: [{ pointer, detail }] });
}

async function inlineDocument(label: Label): Promise<LabelDocument> {
  const { checkLabel } = await loadLabelCheck();
  const errors = checkLabel(label).map(({ pointer, detail }) => ({ pointer: `/labelData${pointer}`, detail }));
  const first = errors[0];
  if (first) throw new ProblemError('invalid-input', { detail: `${first.pointer}: ${first.detail}`, errors });
  return labelDocument(label);
}
