import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';
import type { EmulatorTimers } from './emulator-timers.ts';
import type { PrintableLabel } from './label-format.ts';

/** What stops a printer until a person has removed it. `paused`: the label under the head is finished first. */
export const FAULTS = ['head-open', 'paper-out', 'ribbon-out', 'paused'] as const;
export type Fault = (typeof FAULTS)[number];

/** One piece of paper that came out: a whole label, one that an error interrupted, or a test print from the panel. */
export interface Sheet {
  kind: 'label' | 'partial' | 'test';
  picture: Bitmap;
}

export interface PrintMechanismOptions {
  timers: EmulatorTimers;
  /** Milliseconds for one label; a label is not finished while it is infinite. */
  printTime: number;
  /** Milliseconds until a person takes a label that was presented, in the modes peel and applicator. */
  takeTime: number;
  onSheet: (sheet: Sheet) => void;
}

/** Formats that the receive buffer holds. */
const BUFFER = 20;

/** Head, paper and buffer of a label printer. */
export class PrintMechanism {
  /** Labels in the life of the printer. Feeds and interrupted labels are not counted. */
  count = 0;
  /** Milliseconds for one label; a label is not finished while it is infinite. */
  printTime: number;
  readonly faults = new Set<Fault>();
  readonly #options: PrintMechanismOptions;
  #isHeld = false;
  #buffer: PrintableLabel[] = [];
  #current: PrintableLabel | undefined;
  #left = 0;
  /** A label is under the head. */
  #isWorking = false;
  #work: object | number | undefined;
  #presented: object | number | undefined;

  constructor(options: PrintMechanismOptions) {
    this.#options = options;
    this.printTime = options.printTime;
  }

  get formatsInBuffer(): number {
    return this.#buffer.length;
  }

  get isBufferFull(): boolean {
    return this.#buffer.length >= BUFFER;
  }

  /** Labels left of the batch, the one under the head included. */
  get labelsLeft(): number {
    return this.#left;
  }

  get isLabelWaiting(): boolean {
    return this.#presented !== undefined;
  }

  get isBroken(): boolean {
    return [...this.faults].some((fault) => fault !== 'paused');
  }

  add(label: PrintableLabel): void {
    if (!this.isBufferFull) this.#buffer.push(label);
    this.#next();
  }

  set(fault: Fault, isOn: boolean): void {
    if (isOn) this.faults.add(fault);
    else this.faults.delete(fault);
    if (isOn && fault !== 'paused') this.#interrupt();
    this.#next();
  }

  /** While it is held it begins no label, and reports no error. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#next();
  }

  /** Cancels everything. The label under the head is still finished. */
  cancelAll(): void {
    this.#buffer = [];
    if (!this.#isWorking) this.#current = undefined;
    this.#left = 0;
  }

  /** The power fails: what was held is lost, and the label under the head stays as it is. Count and faults remain. */
  powerOff(): void {
    this.cancelAll();
    this.#interrupt();
    this.#current = undefined;
    this.#clear(this.#presented);
    this.#presented = undefined;
  }

  /** A person prints test labels at the panel. */
  printTests(labels: number): void {
    for (let label = 0; label < labels; label++) {
      this.count++;
      this.#options.onSheet({ kind: 'test', picture: createBitmap(8, 8) });
    }
  }

  /** Finishes the label under the head now. */
  finish(): void {
    const label = this.#current;
    if (!this.#isWorking || !label) return;
    this.#endWork();
    this.count++;
    this.#left = Math.max(0, this.#left - 1);
    if (this.#left === 0) this.#current = undefined;
    this.#options.onSheet({ kind: 'label', picture: label.picture });
    if (label.mode === 'P' || label.mode === 'A') this.#present();
    else this.#next();
  }

  #next(): void {
    if (this.faults.size > 0 || this.#isHeld || this.#isWorking || this.#presented !== undefined) return;
    if (!this.#current) {
      this.#current = this.#buffer.shift();
      this.#left = this.#current?.quantity ?? 0;
    }
    if (!this.#current) return;
    this.#isWorking = true;
    if (this.printTime !== Infinity) this.#work = this.#options.timers.setTimeout(() => this.finish(), this.printTime);
  }

  #present(): void {
    this.#presented = this.#options.timers.setTimeout(() => {
      this.#presented = undefined;
      this.#next();
    }, this.#options.takeTime);
  }

  /** The label under the head is spoilt. Without `^JZN` it is printed again once the error is removed. */
  #interrupt(): void {
    const label = this.#current;
    if (!this.#isWorking || !label) return;
    this.#endWork();
    this.#options.onSheet({ kind: 'partial', picture: label.picture });
    if (label.printsAgain) return;
    this.#left = Math.max(0, this.#left - 1);
    if (this.#left === 0) this.#current = undefined;
  }

  #endWork(): void {
    this.#clear(this.#work);
    this.#work = undefined;
    this.#isWorking = false;
  }

  #clear(timer: object | number | undefined): void {
    if (timer !== undefined) this.#options.timers.clearTimeout(timer);
  }
}
