import { LRUCache } from 'lru-cache';
import type { Review } from '#contract/api-v3/simulation.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Moment, PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { PlanesTarget } from '#rendering/print-planes.ts';
import type { LabelNeeds } from '#rendering/label-needs.ts';
import { resolveLabel } from '#rendering/resolve-label.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import type { Counters } from '../counters/counters.ts';
import { keyOf } from '../drawing/compiled-labels.ts';
import type { DrawingPool } from '../drawing/drawing-pool.ts';
import { GatheredChecks } from '../drawing/gathered-checks.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { Printer } from '../printers/printer.ts';
import type { Settings } from '../settings/settings.ts';
import type { ShiftCodes } from '../shift-codes/shift-codes.ts';
import { readPrintValues } from '../stored-content/stored-print-values.ts';
import type { TableRow } from '../tables/tables.ts';
import type { Variables } from '../variables/variables.ts';
import type { JobRows } from './job-rows.ts';
import type { Job } from './job.ts';
import type { Jobs, NextCopy } from './jobs.ts';
import type { LabelDocument, LabelDocuments } from './label-documents.ts';
import type { Picture } from './picture.ts';

const MM_PER_INCH = 25.4;
/** Labels of which is remembered that they were drawn. */
const DRAWN_KEPT = 1_024;

export interface PreparationRooms {
  documents: LabelDocuments;
  jobs: Jobs;
  rows: JobRows;
  drawing: DrawingPool;
  fonts: Fonts;
  variables: Variables;
  counters: Counters;
  shiftCodes: ShiftCodes;
  settings: Settings;
  now: () => number;
}

/** Everything of a print but the values that other prints move. */
export interface PrintDraft {
  document: LabelDocument;
  /** Of the label; 0 for one that came with its job. */
  revision: number;
  /** Of the label; empty for one that came with its job. */
  labelName: string;
  /** Which copy of the job it is. */
  copy: NextCopy;
  row: TableRow | undefined;
  moment: Moment;
  /** The counters that its print advances. */
  advances: readonly string[];
  /** All values, in a frozen job. */
  frozen?: PrintValues;
}

/** What a label says in a print. */
export type DraftContent = Pick<PrintDraft, 'document' | 'row' | 'moment' | 'frozen'>;

/** What a label is drawn for, and whether a product waits for it. */
export interface DrawingTarget extends PlanesTarget {
  isPrint?: boolean;
}

/** From a job to a picture: what the next print says, and what it looks like. Nothing moves. */
export class Preparation {
  readonly #rooms: PreparationRooms;
  /** Labels that were drawn since the start, each for what it was drawn for. */
  readonly #drawn = new LRUCache<string, true>({ max: DRAWN_KEPT });
  /** First drawings that are under way, by what is drawn for what. They never reject. */
  readonly #firstDrawings = new Map<string, Promise<unknown>>();
  readonly #checks: GatheredChecks;

  constructor(rooms: PreparationRooms) {
    this.#rooms = rooms;
    this.#checks = new GatheredChecks(rooms.drawing);
  }

  /** Finds the next row and label of a job as they stand now, for a print at a moment. Throws `not-found` when one is gone. */
  async draft(job: Job, epochMs = this.#rooms.now()): Promise<PrintDraft> {
    const { jobs, rows, documents } = this.#rooms;
    const copy = await jobs.next(job);
    if (!copy) throw nothingLeft(job);
    if (job.frozen === 1) return { ...(await this.#frozen(job, copy.position)), copy };
    const row = await rows.at(job, copy.position);
    const label = await documents.ofRow(job, row);
    return { ...label, copy, row, moment: await this.moment(epochMs), advances: label.document.needs.counters };
  }

  async #frozen(job: Job, position: number): Promise<Omit<PrintDraft, 'copy'>> {
    const { rows, documents } = this.#rooms;
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
    };
  }

  /** Now, with the rules by which the controller makes dates of it. */
  async moment(epochMs = this.#rooms.now(), db?: ControllerTransaction): Promise<Moment> {
    return { epochMs, ...(await this.#rooms.settings.dates(db)) };
  }

  /** Reads what the label needs at this moment. Throws `cannot-render` naming the object that asks for something that there is not. */
  async values(draft: DraftContent, db?: ControllerDatabase | ControllerTransaction): Promise<PrintValues> {
    if (draft.frozen) return draft.frozen;
    const values = await this.knownValues(draft, db);
    const { label, needs } = draft.document;
    if (isMissing(needs, values)) resolveLabel(label, values);
    return values;
  }

  /** The same, where what there is not may be missing. */
  async knownValues({ document, row, moment }: DraftContent, db?: ControllerDatabase | ControllerTransaction): Promise<PrintValues> {
    const { variables, counters, shiftCodes } = this.#rooms;
    const { needs } = document;
    return {
      moment,
      variables: await variables.values(needs.variables, db),
      counters: await counters.readings(needs.counters, db),
      shiftCodes: await shiftCodes.shifts(needs.shiftCodes, db),
      row: row?.cells,
    };
  }

  /** Draws a label for what prints it, in the label's own resolution where it has one. Throws `cannot-render`. */
  async draw(document: LabelDocument, values: PrintValues, { isPrint = false, ...target }: DrawingTarget): Promise<Picture> {
    const { hash, text } = document;
    const fonts = this.#rooms.fonts.set;
    const picture = await this.#rooms.drawing.draw({ hash, text, values, target, fonts, isPrint });
    this.#drawn.set(keyOf({ hash, target, fonts: fonts.id }), true);
    return picture;
  }

  /**
   * Whether the label was drawn for such a printer since the start: then `findFault` finds what is wrong with any other print of it. The first
   * drawing may fail for what no check tells, the time that it takes above all.
   */
  hasDrawn(printer: Printer, document: LabelDocument): boolean {
    return this.#drawn.get(this.#drawnKey(printer, document)) === true;
  }

  /**
   * Draws a label that was never drawn for such a printer. A whole plant may ask for that at once: one drawing is enough for all, and who waited
   * for another's gets undefined. Throws as `drawFor` does, of this print alone.
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
    return keyOf({ hash, target, fonts: this.#rooms.fonts.set.id });
  }

  /** What is to be said about a print of a label on a printer, or on none in particular. */
  review(
    { hash, text }: LabelDocument,
    values: PrintValues,
    { printer, target }: { printer: Printer | undefined; target: PlanesTarget },
  ): Promise<Review> {
    const { drawing, fonts } = this.#rooms;
    return drawing.review({ hash, text, values, target, fonts: fonts.set }, printer?.properties.height);
  }

  /** Draws a label to be looked at as the printer would print it. Throws `cannot-render`, also when the printer cannot print so high. */
  drawFor(printer: Printer, document: LabelDocument, values: PrintValues): Promise<Picture> {
    return this.#drawWithin(printer, this.draw(document, values, printer.engine.target));
  }

  /** The same for a product that waits: it goes before what is only looked at. */
  drawPrint(printer: Printer, document: LabelDocument, values: PrintValues): Promise<Picture> {
    return this.#drawWithin(printer, this.draw(document, values, { ...printer.engine.target, isPrint: true }));
  }

  /** The first of these rows that the printer cannot print, found without drawing. Throws what is wrong with the label whatever the row. */
  async findFault(
    printer: Printer,
    { document, values, rows }: { document: LabelDocument; values: PrintValues; rows: readonly PrintValues['row'][] },
  ): Promise<{ row: number; problem: ProblemError } | undefined> {
    const { drawing, fonts } = this.#rooms;
    const { hash, text } = document;
    const checked = await drawing.check({ hash, text, values, target: printer.engine.target, fonts: fonts.set }, rows);
    const problem = 'refusal' in checked ? new ProblemError(checked.refusal.slug, checked.refusal.context) : tooHigh(printer, checked);
    return problem && { row: checked.row, problem };
  }

  /**
   * What keeps the printer from printing this row. Others who ask at the same time with the very same values are answered together with it.
   * Throws as `findFault` does.
   */
  async findFaultOfRow(
    printer: Printer,
    { document, values, row }: { document: LabelDocument; values: PrintValues; row: PrintValues['row'] },
  ): Promise<ProblemError | undefined> {
    const { hash, text } = document;
    const checked = await this.#checks.check({ hash, text, values, target: printer.engine.target, fonts: this.#rooms.fonts.set }, row);
    return 'refusal' in checked ? new ProblemError(checked.refusal.slug, checked.refusal.context) : tooHigh(printer, checked);
  }

  async #drawWithin(printer: Printer, drawn: Promise<Picture>): Promise<Picture> {
    const picture = await drawn;
    const problem = tooHigh(printer, { height: picture.planes[0].height, vdpi: picture.vdpi });
    if (problem) throw problem;
    return picture;
  }
}

/** Whether a name that the label uses has no value. It may stand where this print does not need it. */
function isMissing(needs: LabelNeeds, { variables, counters, shiftCodes }: PrintValues): boolean {
  return (
    needs.variables.some((name) => !variables.has(name)) ||
    needs.counters.some((name) => !counters.has(name)) ||
    needs.shiftCodes.some((name) => !shiftCodes?.has(name))
  );
}

/** What is wrong with the height of a picture, which is given in dots. */
function tooHigh({ name, properties }: Printer, { height: dots, vdpi }: { height: number; vdpi: number }): ProblemError | undefined {
  const printable = properties.height;
  const dotHeight = MM_PER_INCH / vdpi;
  const height = dots * dotHeight;
  if (printable === undefined || height <= printable + dotHeight) return undefined;
  const detail = `The label is ${roundMm(height)} mm high, but "${name}" prints ${roundMm(printable)} mm at most.`;
  return new ProblemError('cannot-render', { detail, errors: [{ pointer: '/height', detail }] });
}

function nothingLeft({ table_name: table, id }: Job): ProblemError {
  const where = table === null ? 'of the job' : `of the rows of the table "${table}", as it stands now,`;
  return new ProblemError('not-found', { detail: `No copy ${where} is left to be printed by job ${id}.` });
}

function roundMm(length: number): number {
  return Math.round(length * 10) / 10;
}
