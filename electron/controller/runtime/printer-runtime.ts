import type { PrinterSettings } from '#contract/api-v3/printer-settings.ts';
import { errorTexts, type StatusError } from '#contract/api-v3/status-error.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { AutoPrintDistance } from '../engines/engine.ts';
import type { Printer } from '../printers/printer.ts';
import type { AutoPrintColumns } from '../queue/job.ts';
import type { LabelDocument } from '../preparation/label-documents.ts';
import type { Picture } from '../drawing/drawn-picture.ts';
import { bufferFull, cannotPrint, lineStopped, printerStopped, tooManyPrints } from './printing-problems.ts';
import { TaskQueue } from '../platform/task-queue.ts';

/** The most prints that wait for the ones before them. */
const WAITING_LIMIT = 16;

/** The operations of a printer; `printer-cannot-print` names the one that was aborted. */
export type RuntimeOperation = 'selection' | 'trigger' | 'reprint' | 'rework' | 'test print' | 'change';

/** A picture that was drawn before its trigger. */
export interface PreparedPicture {
  /** Identifies the print in its job; changes with each print. */
  jobPosition: string;
  /** Hash of the label, fonts and values, without the moment. */
  key: string;
  document: LabelDocument;
  values: PrintValues;
  /** Resolves with undefined if the label could not be drawn. Never rejects. */
  picture: Promise<Picture | undefined>;
}

export interface PrinterRuntimeOptions {
  printer: Printer;
  settings: PrinterSettings;
  /** Runs after every operation, before the next one. Must not reject. */
  afterOperation: (runtime: PrinterRuntime) => Promise<void>;
}

/** The state of one printer while the controller runs. State that must survive a crash is in the database. */
export class PrinterRuntime {
  readonly printer: Printer;
  /** Selections, from the lookup of what they select: they take effect in the order of their arrival. */
  readonly selections = new TaskQueue();
  /** Selections, changes of the queue, and prints, one after the other. */
  readonly operations: TaskQueue;
  /** The steps in which operations take effect, and the end of an abort, which waits for no operation. Nothing is drawn in a step. */
  readonly commitSteps = new TaskQueue();
  /** The engine's reports about its prints, in the order of their arrival. */
  readonly reports = new TaskQueue();
  /** How the printer handles triggers. */
  settings: PrinterSettings;
  /** Time of the last accepted trigger on the monotonic clock, in milliseconds. */
  lastTrigger = -Infinity;
  /** Number of aborts. An operation that started under another number must not take effect. */
  aborts = 0;
  /** Number of deselections. A selection that started under another number must not take effect. */
  deselections = 0;
  /** Prints that wait or are being made. */
  waitingPrints = 0;
  /** Resolves once the engine has accepted or refused the print that is being sent; undefined while none is. Never rejects. */
  sending: Promise<unknown> | undefined;
  /** Whether the queue has ended and the end is not in the database yet. */
  isQueueEndPending = false;
  /** Why the last trigger did not print. */
  fault: StatusError | undefined;
  /** Triggers that made no print since the last print, or since a person acted. */
  missedTriggers = 0;
  /** The print count mismatch. */
  countFault: StatusError | undefined;
  /** The last fault in the log: a fault that repeats with each trigger is logged once. */
  loggedFault: string | undefined;
  /** Why the line was stopped: no trigger prints until a person selects, deselects or aborts. */
  stopReason: StatusError | undefined;
  /** Why the line of the printer is stopped: no trigger prints until the line is resumed. */
  lineStop: StatusError | undefined;
  /** The distance at which the engine prints by itself. */
  autoPrint: AutoPrintDistance | undefined;
  /**
   * The auto-print distance of the job that the last selection made current, with the number of aborts at that time: then the job need not
   * be read again.
   */
  lastSelection: { aborts: number; distance: AutoPrintColumns } | undefined;
  /** The next print, drawn before its trigger. */
  preparedPicture: PreparedPicture | undefined;
  /** Whether a selection or trigger has arrived since the controller started: auto-print waits for the first one. */
  isActivated = false;
  /** Prints that were sent and are not settled, each with the callback of `markSent`. */
  readonly #sent = new Map<number, () => void>();
  #onEmpty: (() => void) | undefined;

  constructor({ printer, settings, afterOperation: afterOrder }: PrinterRuntimeOptions) {
    this.printer = printer;
    this.settings = settings;
    this.operations = new TaskQueue(() => afterOrder(this));
  }

  /** A person has acted: clears the faults, and allows auto-print. */
  clearFaults(): void {
    this.clearTriggerFault();
    this.stopReason = undefined;
    this.isActivated = true;
  }

  /** A trigger prints again. */
  clearTriggerFault(): void {
    this.fault = undefined;
    this.missedTriggers = 0;
  }

  /** Loads the next print into a device that starts its prints itself, if it takes one. Set by `Printing.follow`. */
  preload: () => void = () => undefined;

  /** Prepares the next print after a change that no operation made. */
  prefetchNextPrint(): void {
    void this.operations.run(() => Promise.resolve());
  }

  /** Whether as many prints are unconfirmed as the engine holds. After a kill no more than these are unknown. */
  isFull(): boolean {
    return this.#sent.size >= (this.printer.engine.depth ?? Infinity);
  }

  /** Runs a print after those before it. Throws `printer-buffer-full` when too many wait. */
  async print<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.waitingPrints >= WAITING_LIMIT) throw tooManyPrints(this.printer, this.waitingPrints);
    this.waitingPrints++;
    try {
      return await this.operations.run(work);
    } finally {
      this.waitingPrints--;
    }
  }

  /** Why nothing is printed until a person acts. */
  get stopCause(): StatusError | undefined {
    return this.lineStop ?? this.stopReason;
  }

  /** Whether the printer takes a print now. */
  isReady(): boolean {
    return this.stopCause === undefined && !this.isQueueEndPending && this.printer.canPrint() && !this.isFull();
  }

  /** Throws `line-stopped`, `printer-cannot-print` or `printer-buffer-full` when the printer takes no print now. */
  refuseUnready(): void {
    const { printer, stopReason, lineStop } = this;
    if (lineStop !== undefined) throw lineStopped(printer, lineStop.text);
    if (stopReason !== undefined) throw printerStopped(printer, stopReason.text);
    this.refusePendingQueueEnd();
    if (!printer.canPrint()) {
      const { state, errors } = printer.condition();
      // The errors say it all.
      const isErrorKnown = state === 'ERROR' && errors.length > 0;
      throw cannotPrint(printer, [...(isErrorKnown ? [] : [`it is ${state}.`]), ...errorTexts(errors)].join(' '));
    }
    if (this.isFull()) throw bufferFull(printer);
  }

  /**
   * Throws `printer-cannot-print` while the end of the queue is not in the database: that end would also end a job that is selected now.
   */
  refusePendingQueueEnd(): void {
    if (this.isQueueEndPending) throw cannotPrint(this.printer, 'the end of its queue is not stored yet.');
  }

  /**
   * Runs the step in which an operation takes effect; `aborts` is the number of aborts at its start. Throws `printer-cannot-print` if
   * printing was aborted since.
   */
  commitStep<Result>(aborts: number, operation: RuntimeOperation, work: () => Promise<Result>): Promise<Result> {
    return this.commitSteps.run(async () => {
      this.refuseAborted(aborts, operation);
      return work();
    });
  }

  /** Throws `printer-cannot-print` if printing was aborted since the operation started. */
  refuseAborted(aborts: number, operation: RuntimeOperation): void {
    if (this.aborts !== aborts) throw cannotPrint(this.printer, `printing was aborted during this ${operation}.`);
  }

  /** A print is sent to the engine; `printed` is called when the engine confirms it. */
  markSent(id: number, printed: () => void): void {
    this.#sent.set(id, printed);
  }

  /** The engine confirmed a print. */
  markPrinted(id: number): void {
    this.#sent.get(id)?.();
  }

  /** The outcome of a print is recorded: it is printed, void or unknown. */
  markSettled(id: number): void {
    this.#sent.delete(id);
    if (this.#sent.size === 0) this.#onEmpty?.();
  }

  /** The engine holds no print any more. */
  clearSent(): void {
    this.#sent.clear();
    this.#onEmpty?.();
  }

  /** The print that was sent first and is not settled. */
  get oldestSent(): number | undefined {
    return this.#sent.keys().next().value;
  }

  /** The prints that were sent and are not settled, oldest first. */
  get sentPrints(): number[] {
    return [...this.#sent.keys()];
  }

  /** Whether no print is unconfirmed. */
  get isIdle(): boolean {
    return this.#sent.size === 0;
  }

  /** Resolves once no print is unconfirmed. */
  async whenIdle(): Promise<void> {
    if (this.isIdle) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
  }
}
