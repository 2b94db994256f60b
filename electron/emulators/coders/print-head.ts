import type { FieldPrint } from '../device/print-log.ts';
import type { EmulatorTimers } from '../zpl/emulator-timers.ts';

/** What is on a product: a whole print, a part of one that was interrupted, or a test pattern from the panel. */
export interface CoderMark {
  kind: 'whole' | 'partial' | 'test';
  /** The name of the message and the values in it, as they were printed. */
  message: string;
  values: readonly string[];
}

/** A mark as it is logged; values are numbered from 1. */
export function fieldPrintOf({ kind, message, values }: CoderMark): FieldPrint {
  const fields = Object.fromEntries(values.map((value, at) => [String(at + 1), value]));
  return { kind: kind === 'whole' ? 'label' : kind, message, fields };
}

export type CoderPrint = Pick<CoderMark, 'message' | 'values'>;

export interface PrintHeadOptions {
  timers: EmulatorTimers;
  /** Milliseconds from the moment at which a print is possible until its product arrives, and from there to the end of the print. */
  productTime: number;
  printTime: number;
  /** What the next product gets; undefined if nothing. */
  take: () => CoderPrint | undefined;
  onMark: (mark: CoderMark) => void;
  /** A whole print was made. */
  onPrinted: () => void;
}

/**
 * The head of an emulated coder, and the line in front of it. The line brings one product for each print that the coder is given: no second
 * product passes before that.
 */
export class PrintHead {
  /** Whole prints and test patterns. */
  count = 0;
  readonly #options: PrintHeadOptions;
  #held: 'waiting' | 'begun' | undefined;
  /** The coder was given a print, and no product has got it. */
  #isOwed = false;
  #product: object | number | undefined;
  #print: CoderPrint | undefined;
  #work: object | number | undefined;

  constructor(options: PrintHeadOptions) {
    this.#options = options;
  }

  /** The coder was given a print: its product arrives soon. */
  expectProduct(): void {
    this.#isOwed = true;
    this.#scheduleProduct();
  }

  /** What kept the coder from printing has ended: another product arrives for a print that was missed. */
  retry(): void {
    if (this.#isOwed) this.#scheduleProduct();
  }

  /** A product passes the product detector. */
  passProduct(): void {
    if (this.#print) return;
    this.#print = this.#options.take();
    if (this.#print) this.#isOwed = false;
    if (!this.#print || this.#held === 'begun') return;
    this.#work = this.#options.timers.setTimeout(() => this.#finish(), this.#options.printTime);
  }

  /** `waiting`: no product arrives. `begun`: a print that begins does not end. */
  hold(what: 'waiting' | 'begun'): void {
    this.#held = what;
  }

  release(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held === 'begun') this.#finish();
    if (held === 'waiting' && this.#isOwed) this.passProduct();
  }

  /** An error or a power failure interrupts the print: a part of it is on the product. */
  interrupt(): void {
    const print = this.#print;
    if (!print) return;
    this.#end();
    this.#options.onMark({ kind: 'partial', ...print });
  }

  powerOff(): void {
    this.#clear(this.#product);
    this.#product = undefined;
    this.#isOwed = false;
    this.interrupt();
  }

  /** A person prints test patterns at the panel: they are counted, and are no print of the selected message. */
  printTests(prints: number): void {
    for (let print = 0; print < prints; print++) {
      this.count++;
      this.#options.onMark({ kind: 'test', message: '', values: [] });
    }
  }

  #scheduleProduct(): void {
    if (this.#product !== undefined) return;
    const { timers, productTime } = this.#options;
    this.#product = timers.setTimeout(() => {
      this.#product = undefined;
      if (this.#held !== 'waiting') this.passProduct();
    }, productTime);
  }

  #finish(): void {
    const print = this.#print;
    if (!print) return;
    this.#end();
    this.count++;
    this.#options.onMark({ kind: 'whole', ...print });
    this.#options.onPrinted();
  }

  #end(): void {
    this.#clear(this.#work);
    this.#work = this.#print = undefined;
  }

  #clear(timer: object | number | undefined): void {
    if (timer !== undefined) this.#options.timers.clearTimeout(timer);
  }
}
