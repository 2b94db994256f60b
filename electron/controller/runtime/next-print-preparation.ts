import { ProblemError } from '#contract/problem.ts';
import { stringifyPrintValues, type Moment, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { resolveLabel } from '#rendering/label/resolve-label.ts';
import type { Counters } from '../counters/counters.ts';
import type { DrawingPool } from '../drawing/drawing-pool.ts';
import type { Log } from '#process/log.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { Job } from '../queue/job.ts';
import type { LabelDocument } from '../preparation/label-documents.ts';
import type { PreparedPicture, PrinterRuntime } from './printer-runtime.ts';
import type { Picture } from '../drawing/drawn-picture.ts';
import type { PrintPreparation } from '../preparation/print-preparation.ts';
import type { VerifiedRow } from '../preparation/row-check.ts';

const SECOND = 1_000;
/** Milliseconds between two attempts to prepare postponed prints. Jobs come in bursts and the threads are busy meanwhile. */
const RETRY_DELAY = 20;
const NO_MOMENT: Moment = { epochMs: 0, timeZone: 'UTC' };

export interface NextPrintPreparationDeps {
  preparation: PrintPreparation;
  counters: Pick<Counters, 'raiseMarksAhead'>;
  drawing: DrawingPool;
  fonts: Fonts;
  timers: Timers;
  log: Log;
}

/**
 * Draws the next print of each printer before its trigger, on a thread that is idle, and raises the high-water marks of its counters. The
 * picture is used for any print with the same content. A label that shows seconds is not drawn in advance: it would differ at the trigger.
 */
export class NextPrintPreparation {
  readonly #deps: NextPrintPreparationDeps;
  /** Printers whose next print is not drawn yet, longest wait first. */
  readonly #postponed = new Set<PrinterRuntime>();
  #next: TimerHandle | undefined;
  #isPreparing = false;
  #isStopped = false;

  constructor(deps: NextPrintPreparationDeps) {
    this.#deps = deps;
  }

  /** Stores the picture that the selection drew of the first print of its job. */
  storeDrawn(runtime: PrinterRuntime, job: Pick<Job, 'id' | 'cursor'>, { document, values, picture }: VerifiedRow): void {
    if (!picture) return;
    const jobPosition = jobPositionOf({ ...NOT_STARTED, ...job });
    runtime.preparedPicture = { jobPosition, key: this.#keyOf(document, values), document, values, picture: Promise.resolve(picture) };
  }

  /** Drops what is postponed. */
  stop(): void {
    this.#isStopped = true;
    if (this.#next !== undefined) this.#deps.timers.clearTimeout(this.#next);
  }

  /**
   * Starts to draw the job's next print unless it is drawn already, or postpones it while a print is prepared or the threads are busy. A
   * label that cannot be drawn is left to the trigger, which reports why. Never rejects.
   */
  async prepare(runtime: PrinterRuntime, job: Job): Promise<void> {
    const jobPosition = jobPositionOf(job);
    if (runtime.preparedPicture?.jobPosition === jobPosition) return this.#raiseMarks(runtime, runtime.preparedPicture.document);
    if (this.#isPreparing || !this.#deps.drawing.isIdle) return this.postpone(runtime);
    this.#isPreparing = true;
    await this.#prepareNext(runtime, job, jobPosition);
    this.#isPreparing = false;
  }

  /** Never rejects. */
  async #prepareNext(runtime: PrinterRuntime, job: Job, jobPosition: string): Promise<void> {
    const { preparation } = this.#deps;
    try {
      const plan = await preparation.plan(job);
      const values = await preparation.values(plan);
      const { document } = plan;
      await this.#raiseMarks(runtime, document);
      const matching = this.#findMatching(runtime, document, values);
      runtime.preparedPicture = matching && { ...matching, jobPosition };
      if (matching || doesShowSeconds(document, values)) return;
      const picture = preparation.drawFor(runtime.printer, document, values).catch((error: unknown) => this.#failed(runtime, error));
      runtime.preparedPicture = { jobPosition, key: this.#keyOf(document, values), document, values, picture };
    } catch (error) {
      this.#failed(runtime, error);
    }
  }

  /** Raises the high-water marks of the label's counters, so that the print need not. Never rejects. */
  async #raiseMarks({ printer }: PrinterRuntime, { needs }: LabelDocument): Promise<void> {
    try {
      await this.#deps.counters.raiseMarksAhead(needs.counters);
    } catch (error) {
      this.#deps.log.warn(`${printer.name}: the high-water marks of its counters could not be raised`, error);
    }
  }

  /** Prepares the printer's next print a little later. */
  postpone(runtime: PrinterRuntime): void {
    this.#postponed.add(runtime);
    if (!this.#isStopped) this.#next ??= this.#deps.timers.setTimeout(() => this.#resume(), RETRY_DELAY);
  }

  /** Prepares the print that was postponed first. */
  #resume(): void {
    this.#next = undefined;
    const [runtime, other] = this.#postponed;
    if (!runtime) return;
    this.#postponed.delete(runtime);
    runtime.prefetchNextPrint();
    if (other) this.postpone(other);
  }

  /** The picture of a print with these values if it was drawn in advance. Resolves with undefined if it could not be drawn. */
  async findPicture(runtime: PrinterRuntime, document: LabelDocument, values: PrintValues): Promise<Picture | undefined> {
    return this.#findMatching(runtime, document, values)?.picture;
  }

  #findMatching({ preparedPicture: prepared }: PrinterRuntime, document: LabelDocument, values: PrintValues): PreparedPicture | undefined {
    if (prepared?.key !== this.#keyOf(document, values)) return undefined;
    return !document.needs.moment ||
      isSameMoment(prepared.values, values) ||
      contentOf(document, prepared.values) === contentOf(document, values)
      ? prepared
      : undefined;
  }

  #keyOf({ hash }: LabelDocument, values: PrintValues): string {
    return `${hash} ${this.#deps.fonts.set.id} ${stringifyPrintValues({ ...values, moment: NO_MOMENT })}`;
  }

  #failed({ printer }: PrinterRuntime, error: unknown): undefined {
    if (!(error instanceof ProblemError)) this.#deps.log.warn(`${printer.name}: the next print could not be drawn in advance`, error);
  }
}

/** All content of the label as text: equal texts print equal pictures. */
function contentOf({ label }: LabelDocument, values: PrintValues): string {
  return JSON.stringify(resolveLabel(label, values));
}

function doesShowSeconds(document: LabelDocument, values: PrintValues): boolean {
  return document.needs.moment && contentOf(document, values) !== contentOf(document, oneSecondLater(values));
}

function isSameMoment({ moment }: PrintValues, { moment: other }: PrintValues): boolean {
  return JSON.stringify(moment) === JSON.stringify(other);
}

function oneSecondLater(values: PrintValues): PrintValues {
  const { moment } = values;
  return { ...values, moment: { ...moment, epochMs: moment.epochMs + SECOND } };
}

const NOT_STARTED = { started: 0, voided: 0, row_started: 0, seek_print: 0 };

/** Identifies the next print of a job: it changes with each print that starts, is voided or is skipped. */
function jobPositionOf({ id, started, voided, cursor, row_started, seek_print }: typeof NOT_STARTED & Pick<Job, 'id' | 'cursor'>): string {
  return [id, started, voided, cursor, row_started, seek_print].join(' ');
}
