import type { PrinterSettings } from '#contract/api-v3/printer-settings.ts';
import type { AutoPrintDistance } from '../engines/engine.ts';
import type { Printer } from '../printers/printer.ts';
import type { AutoPrintColumns } from './job.ts';
import type { AheadPicture } from './picture.ts';
import { bufferFull, cannotPrint, lineStopped, tooManyPrints } from './printing-problems.ts';
import { Serial } from '../serial.ts';

/** Prints that may wait for the ones before them. */
const WAITING_LIMIT = 16;

/** What may wait in a line; a message names it. */
export type Order = 'selection' | 'trigger' | 'reprint' | 'change';

export interface LineOptions {
  printer: Printer;
  settings: PrinterSettings;
  /** Follows every order, before the next one; never rejects. */
  afterOrder: (line: Line) => Promise<void>;
}

/** What the controller keeps in mind about one printer while it runs. What must outlive a crash is in the database. */
export class Line {
  readonly printer: Printer;
  /** Selections, from their first look at what they select: they take effect in the order in which they came. */
  readonly selections = new Serial();
  /** Selections, changes of the queue, and triggers, one after the other. */
  readonly orders: Serial;
  /** The steps in which orders take effect, and the end of an abort, which waits for nothing else: nothing is drawn in them. */
  readonly steps = new Serial();
  /** What the engine said of its prints, in its order. */
  readonly facts = new Serial();
  /** How it takes its triggers. */
  settings: PrinterSettings;
  /** When the last accepted trigger came, by the monotonic clock. */
  lastTrigger = -Infinity;
  /** Grows with every abort: what began under another number must not print any more. */
  aborts = 0;
  /** Grows with every deselection: a selection that began under another number comes too late. */
  deselections = 0;
  /** Prints that were asked for and are not answered yet. */
  waiting = 0;
  /** Settles once the engine has taken the print that it is being handed, or not; undefined while it is handed none. Never rejects. */
  sending: Promise<unknown> | undefined;
  /** Whether its queue has ended and the database did not take that yet. */
  isEndUnwritten = false;
  /** Why the photocell's last trigger did not print. */
  fault: string | undefined;
  /** What the engine's own count says that the prints do not explain. */
  countFault: string | undefined;
  /** The last such reason in the log: a line that is too fast for its printer does not fill the log. */
  loggedFault: string | undefined;
  /** Why the line was stopped: no trigger prints until a person selects, deselects or aborts. */
  stopped: string | undefined;
  /** At which distance the engine was told to print by itself. */
  autoPrint: AutoPrintDistance | undefined;
  /** The distance of the job that its last order alone made current, unless printing was aborted since: nobody has to look for that job then. */
  chosen: { aborts: number; distance: AutoPrintColumns } | undefined;
  /** Its next print, drawn before its trigger. */
  ahead: AheadPicture | undefined;
  /** Whether a person or a trigger has set it going since the controller started. */
  hasBegun = false;
  /** Prints that the engine was given and has said nothing about. */
  readonly #withEngine = new Map<number, () => void>();
  #onEmpty: (() => void) | undefined;

  constructor({ printer, settings, afterOrder }: LineOptions) {
    this.printer = printer;
    this.settings = settings;
    this.orders = new Serial(() => afterOrder(this));
  }

  /** A person has seen to it: what was wrong before counts no more. */
  clearFaults(): void {
    this.fault = this.stopped = undefined;
    this.hasBegun = true;
  }

  /** The current job may be another one without any order. */
  lookAhead(): void {
    void this.orders.run(() => Promise.resolve());
  }

  /** Whether the engine has as many prints without a word about them as it holds: a kill leaves no more than these unknown. */
  isFull(): boolean {
    return this.#withEngine.size >= (this.printer.engine.depth ?? Infinity);
  }

  /** Prints once those that were asked for before have begun. Throws `printer-buffer-full` when too many wait. */
  async print<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.waiting >= WAITING_LIMIT) throw tooManyPrints(this.printer, this.waiting);
    this.waiting++;
    try {
      return await this.orders.run(work);
    } finally {
      this.waiting--;
    }
  }

  /** Throws `printer-cannot-print` or `printer-buffer-full` when the printer takes no print now. */
  refuseUnready(): void {
    const { printer, stopped } = this;
    if (stopped !== undefined) throw lineStopped(printer, stopped);
    this.refuseUnwrittenEnd();
    if (!printer.canPrint()) {
      const { state, errors } = printer.condition();
      throw cannotPrint(printer, [`it is ${state}.`, ...errors].join(' '));
    }
    if (this.isFull()) throw bufferFull(printer);
  }

  /** Throws `printer-cannot-print` while the end of its queue is not written down: it would take with it what is selected before it is. */
  refuseUnwrittenEnd(): void {
    if (this.isEndUnwritten) throw cannotPrint(this.printer, 'that its queue ended could not be written down yet.');
  }

  /**
   * The step in which an order takes effect that came under this number of aborts. Throws `printer-cannot-print` for one that an abort has
   * overtaken.
   */
  step<Result>(aborts: number, order: Order, work: () => Promise<Result>): Promise<Result> {
    return this.steps.run(async () => {
      this.refuseOvertaken(aborts, order);
      return work();
    });
  }

  /** Throws `printer-cannot-print` for an order that came before the last abort. */
  refuseOvertaken(aborts: number, order: Order): void {
    if (this.aborts !== aborts) throw cannotPrint(this.printer, `printing was aborted while this ${order} was on its way.`);
  }

  /** The engine is handed a print; `confirmed` is called when it says that it made it. */
  given(id: number, confirmed: () => void): void {
    this.#withEngine.set(id, confirmed);
  }

  /** The engine says that it made a print. */
  confirmed(id: number): void {
    this.#withEngine.get(id)?.();
  }

  /** The engine has said what became of a print. */
  answered(id: number): void {
    this.#withEngine.delete(id);
    if (this.#withEngine.size === 0) this.#onEmpty?.();
  }

  /** The engine holds nothing any more, whatever it was given. */
  forget(): void {
    this.#withEngine.clear();
    this.#onEmpty?.();
  }

  /** Resolves once the engine holds nothing any more. */
  async empty(): Promise<void> {
    if (this.#withEngine.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
  }
}
