import { LRUCache } from 'lru-cache';
import type { RowRunState } from '#contract/api-v3/row-run.ts';
import type { Review } from '#contract/api-v3/simulation.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Moment, PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { PlanesTarget } from '#rendering/label/planes.ts';
import type { LabelNeeds } from '#rendering/label/label-needs.ts';
import { localTime } from '#rendering/calendar/zone.ts';
import { resolveLabel } from '#rendering/label/resolve-label.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Counters } from '../counters/counters.ts';
import { keyOf } from '../drawing/drawing-key.ts';
import type { DrawingPool } from '../drawing/drawing-pool.ts';
import { BatchedChecks } from '../drawing/batched-checks.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { Printer } from '../printers/printer.ts';
import type { PrintBlocks } from '../print-blocks/print-blocks.ts';
import type { Settings } from '../settings/settings.ts';
import type { ShiftCodes } from '../shift-codes/shift-codes.ts';
import { readPrintValues } from '../stored-content/stored-print-values.ts';
import type { TableRow } from '../tables/tables.ts';
import type { Variables } from '../variables/variables.ts';
import type { JobRows, StoredRow } from '../queue/job-rows.ts';
import type { Job } from '../queue/job.ts';
import type { JobQueues, NextCopy } from '../queue/job-queues.ts';
import type { PlantRows } from '../queue/plant-rows.ts';
import type { ApprovalRule } from './approval-rule.ts';
import type { LabelDocument, LabelDocuments } from './label-documents.ts';
import type { Picture } from '../drawing/drawn-picture.ts';

const MM_PER_INCH = 25.4;
/** Number of labels and targets that are remembered as drawn. */
const MAX_DRAWN_KEYS = 1_024;

export interface PrintPreparationDeps {
  documents: LabelDocuments;
  jobs: JobQueues;
  rows: JobRows;
  plantRows: PlantRows;
  db: ControllerDatabase;
  drawing: DrawingPool;
  fonts: Fonts;
  variables: Variables;
  counters: Counters;
  shiftCodes: ShiftCodes;
  settings: Settings;
  printBlocks: PrintBlocks;
  approvalRule: ApprovalRule;
  now: () => number;
}

/** A print without the values that other prints change. */
export interface PrintPlan {
  document: LabelDocument;
  /** Revision of the label; 0 for one that came with its job. */
  revision: number;
  /** Name of the label; empty for one that came with its job. */
  labelName: string;
  /** The copy of the job that it is. */
  copy: NextCopy;
  row: TableRow | undefined;
  moment: Moment;
  /** The counters that the print advances. */
  advances: readonly string[];
  /** All values of a frozen job. */
  frozen?: PrintValues;
  /** The print that this one replaces, in a rework job. */
  supersedes?: SupersededPrint;
}

/** A print that another one replaces, and the table row that it was made of. */
interface SupersededPrint {
  print: number;
  table: { name: string; key: string | null } | undefined;
}

/** The parts of a plan that determine its values. */
export type PlanContent = Pick<PrintPlan, 'document' | 'row' | 'moment' | 'frozen'>;

/** The target of a drawing, and whether a product waits for it. */
export interface DrawingTarget extends PlanesTarget {
  isPrint?: boolean;
}

/** Prepares prints: values and picture of the next print of a job. Counters do not advance. */
export class PrintPreparation {
  readonly #deps: PrintPreparationDeps;
  /** Labels that were drawn since the start, by label, target and fonts. */
  readonly #drawn = new LRUCache<string, true>({ max: MAX_DRAWN_KEYS });
  /** First drawings in progress, by label, target and fonts. They never reject. */
  readonly #firstDrawings = new Map<string, Promise<unknown>>();
  readonly #checks: BatchedChecks;

  constructor(deps: PrintPreparationDeps) {
    this.#deps = deps;
    this.#checks = new BatchedChecks(deps.drawing);
  }

  /**
   * Finds the current row and label of the next print. Throws `not-found` when one was removed, and `label-not-approved` where a job that has not
   * begun may not print its version.
   */
  async plan(job: Job, epochMs = this.#deps.now()): Promise<PrintPlan> {
    const { jobs, rows, documents, approvalRule } = this.#deps;
    const copy = await jobs.next(job);
    if (!copy) throw nothingLeft(job);
    if (job.frozen === 1) {
      const frozen = await this.#frozen(job, copy.position);
      await approvalRule.refuseNext(job, frozen);
      return { ...frozen, copy };
    }
    const row = await rows.at(job, copy.position);
    const label = await documents.ofRow(job, row);
    await approvalRule.refuseNext(job, label);
    return { ...label, copy, row, moment: await this.moment(epochMs), advances: label.document.needs.counters };
  }

  /** How far the run is whose rows a job shares over the plant; undefined for any other job. */
  async rowRun({ allocation }: Job): Promise<RowRunState | undefined> {
    const { plantRows, db } = this.#deps;
    return allocation === null ? undefined : plantRows.describe(allocation, db);
  }

  /** The newest version of a label that the printer may print, if it is newer than this one. */
  async findNewerRevision(printer: string, label: string, revision: number): Promise<number | undefined> {
    const newer = await this.#deps.documents.findNewer(label, revision);
    return newer === undefined ? undefined : this.#deps.approvalRule.findNewer(printer, { label, revision, newest: newer });
  }

  async #frozen(job: Job, position: number): Promise<Omit<PrintPlan, 'copy'>> {
    const { rows, documents } = this.#deps;
    const stored = await rows.frozen(job, position);
    const frozen = readPrintValues(stored.print_values, { title: `row ${position} of the frozen job ${job.id}` });
    return {
      document: documents.stored(stored.document_hash, stored.document),
      revision: stored.label_revision,
      labelName: stored.label_name,
      row: stored.row === null || !frozen.row ? undefined : { row: stored.row, cells: frozen.row },
      moment: frozen.moment,
      advances: [],
      frozen,
      ...(stored.supersedes !== null && { supersedes: supersededPrint(stored.supersedes, stored) }),
    };
  }

  /** Throws `print-blocked` if a block stops the print. */
  refuseBlocked({ labelName, revision, document }: Pick<PrintPlan, 'labelName' | 'revision' | 'document'>, values: PrintValues): void {
    this.#deps.printBlocks.refuse({ labelName, labelRevision: revision, document, values });
  }

  /** The moment, with the controller's rules for dates. */
  async moment(epochMs = this.#deps.now(), db?: ControllerTransaction): Promise<Moment> {
    return { epochMs, ...(await this.#deps.settings.dates(db)) };
  }

  /** The day in the controller's time zone, such as 2026-11-21. */
  async today(db?: ControllerTransaction): Promise<string> {
    const { epochMs, timeZone } = await this.moment(this.#deps.now(), db);
    const { year, month, day } = localTime(epochMs, timeZone);
    return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  }

  /** Reads the values of the label. Throws `cannot-render` naming the object that refers to a missing one. */
  async values(plan: PlanContent, db?: ControllerDatabase | ControllerTransaction): Promise<PrintValues> {
    if (plan.frozen) return plan.frozen;
    const values = await this.availableValues(plan, db);
    const { label, needs } = plan.document;
    if (isMissing(needs, values)) resolveLabel(label, values);
    return values;
  }

  /** As `values`, but leaves out missing ones. */
  async availableValues({ document, row, moment }: PlanContent, db?: ControllerDatabase | ControllerTransaction): Promise<PrintValues> {
    const { variables, counters, shiftCodes, settings } = this.#deps;
    const { needs } = document;
    const fallbackFonts = await settings.fallbackFonts(db);
    return {
      moment,
      variables: await variables.values(needs.variables, db),
      counters: await counters.readings(needs.counters, db),
      shiftCodes: await shiftCodes.shifts(needs.shiftCodes, db),
      row: row?.cells,
      ...(fallbackFonts.length > 0 && { fallbackFonts }),
    };
  }

  /** Draws a label for a target, in the label's own resolution if it has one. Throws `cannot-render`. */
  async draw(document: LabelDocument, values: PrintValues, { isPrint = false, ...target }: DrawingTarget): Promise<Picture> {
    const { hash, text } = document;
    const fonts = this.#deps.fonts.set;
    const picture = await this.#deps.drawing.draw({ hash, text, values, target, fonts, isPrint });
    this.#drawn.set(keyOf({ hash, target, fonts: fonts.id, values: {} }), true);
    return picture;
  }

  /**
   * Whether the label was drawn for such a printer since the start: then `findFault` finds every fault of its other prints. The first
   * drawing may also fail for reasons that no check finds, above all its duration.
   */
  hasDrawn(printer: Printer, document: LabelDocument): boolean {
    return this.#drawn.get(this.#drawnKey(printer, document)) === true;
  }

  /**
   * Draws a label for the first time for such a printer. When many ask at the same time it is drawn once: the others get undefined. Throws
   * as `drawFor` does, for the caller's own print only.
   */
  async drawFirst(printer: Printer, document: LabelDocument, values: PrintValues): Promise<Picture | undefined> {
    const key = this.#drawnKey(printer, document);
    for (let other = this.#firstDrawings.get(key); other; other = this.#firstDrawings.get(key)) await other;
    if (this.hasDrawn(printer, document)) return undefined;
    const drawing = this.drawFor(printer, document, values);
    const end = () => this.#firstDrawings.delete(key);
    this.#firstDrawings.set(key, drawing.then(end, end));
    return drawing;
  }

  #drawnKey({ engine: { target } }: Printer, { hash }: LabelDocument): string {
    return keyOf({ hash, target, fonts: this.#deps.fonts.set.id, values: {} });
  }

  /** The warnings about a print on a printer, or for a target alone. */
  review(
    { hash, text }: LabelDocument,
    values: PrintValues,
    { printer, target }: { printer: Printer | undefined; target: PlanesTarget },
  ): Promise<Review> {
    const { drawing, fonts } = this.#deps;
    return drawing.review({ hash, text, values, target, fonts: fonts.set }, printer?.properties.height);
  }

  /** Draws a preview of a label for a printer. Throws `cannot-render`, also when the label is higher than the printer prints. */
  drawFor(printer: Printer, document: LabelDocument, values: PrintValues): Promise<Picture> {
    return this.#drawWithin(printer, this.draw(document, values, printer.engine.target));
  }

  /** As `drawFor`, with priority over previews: a product waits for it. */
  drawPrint(printer: Printer, document: LabelDocument, values: PrintValues): Promise<Picture> {
    return this.#drawWithin(printer, this.draw(document, values, { ...printer.engine.target, isPrint: true }));
  }

  /**
   * The first of these rows that the printer cannot print, found without drawing. Throws faults of the label that do not depend on the row.
   */
  async findFault(
    printer: Printer,
    { document, values, rows }: { document: LabelDocument; values: PrintValues; rows: readonly PrintValues['row'][] },
  ): Promise<{ row: number; problem: ProblemError } | undefined> {
    const { drawing, fonts } = this.#deps;
    const { hash, text } = document;
    const checked = await drawing.check({ hash, text, values, target: printer.engine.target, fonts: fonts.set }, rows);
    const problem = 'refusal' in checked ? new ProblemError(checked.refusal.slug, checked.refusal.context) : tooHigh(printer, checked);
    return problem && { row: checked.row, problem };
  }

  /**
   * Why the printer cannot print this row; undefined if it can. Checks with the same values that are requested together run as one batch.
   * Throws as `findFault` does.
   */
  async findFaultOfRow(
    printer: Printer,
    { document, values, row }: { document: LabelDocument; values: PrintValues; row: PrintValues['row'] },
  ): Promise<ProblemError | undefined> {
    const { hash, text } = document;
    const checked = await this.#checks.check({ hash, text, values, target: printer.engine.target, fonts: this.#deps.fonts.set }, row);
    return 'refusal' in checked ? new ProblemError(checked.refusal.slug, checked.refusal.context) : tooHigh(printer, checked);
  }

  async #drawWithin(printer: Printer, drawn: Promise<Picture>): Promise<Picture> {
    const picture = await drawn;
    const problem = tooHigh(printer, { height: picture.planes[0].height, vdpi: picture.vdpi });
    if (problem) throw problem;
    return picture;
  }
}

/** Whether the label uses a name that has no value. It may be in a part that this print does not show. */
function isMissing(needs: LabelNeeds, { variables, counters, shiftCodes }: PrintValues): boolean {
  return (
    needs.variables.some((name) => !variables.has(name)) ||
    needs.counters.some((name) => !counters.has(name)) ||
    needs.shiftCodes.some((name) => !shiftCodes?.has(name))
  );
}

/** The problem of a picture that is too high for the printer; heights are in dots. A printer that draws on board does not print the picture. */
function tooHigh(
  { name, properties, engine }: Printer,
  { height: dots, vdpi }: { height: number; vdpi: number },
): ProblemError | undefined {
  const printable = engine.messages ? undefined : properties.height;
  const dotHeight = MM_PER_INCH / vdpi;
  const height = dots * dotHeight;
  if (printable === undefined || height <= printable + dotHeight) return undefined;
  const detail = `The label is ${roundMm(height)} mm high, but "${name}" prints ${roundMm(printable)} mm at most.`;
  return new ProblemError('cannot-render', { detail, errors: [{ pointer: '/height', detail }] });
}

function supersededPrint(print: number, { original_table: name, original_key: key }: StoredRow): SupersededPrint {
  return { print, table: name === null ? undefined : { name, key } };
}

function nothingLeft({ table_name: table, id }: Job): ProblemError {
  const where = table === null ? 'of the job' : `of the rows that the table "${table}" has now`;
  return new ProblemError('not-found', { detail: `Job ${id} has no copies ${where} left to print.` });
}

function roundMm(length: number): number {
  return Math.round(length * 10) / 10;
}
