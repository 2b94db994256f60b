import type { FieldPrint } from '../device/print-log.ts';
import type { EmulatorTimers } from '../zpl/emulator-timers.ts';

export interface HitachiMechanismOptions {
  timers: EmulatorTimers;
  /** Milliseconds for one print; a print is not finished while it is infinite. */
  printTime: number;
  /**
   * Milliseconds from product to product, whatever is loaded. Undefined: a product comes for each text that is written into blank items, and
   * no other one.
   */
  productEvery: number | undefined;
  /** The stored messages by number: the text of each item. Items of blanks get values. */
  messages: Readonly<Record<number, readonly string[]>>;
  onPrint: (print: FieldPrint) => void;
}

/** Operation states of the device. */
export const READY = 0x32;

/** Head, message memory and count of a Hitachi coder: it prints the message in its memory for each product. */
export class HitachiMechanism {
  /** Prints in the life of the device. */
  count = 0;
  printTime: number;
  /** Milliseconds from a new text to the product that comes for it. */
  productAfter = 0;
  /** The operation state: ready, or a fault. */
  operation = READY;
  message: number;
  items: string[];
  readonly #options: HitachiMechanismOptions;
  #current: FieldPrint | undefined;
  #work: object | number | undefined;
  #products: object | number | undefined;
  #awaited: object | number | undefined;
  #isHeld = false;
  /** A text was written that no product has got. */
  #isFresh = false;

  constructor(options: HitachiMechanismOptions) {
    this.#options = options;
    this.printTime = options.printTime;
    this.message = Number(Object.keys(options.messages)[0] ?? 0);
    this.items = this.#stored();
  }

  powerOn(): void {
    const { productEvery, timers } = this.#options;
    if (productEvery === undefined || this.#products !== undefined) return;
    const next = (): void => {
      this.#begin();
      this.#products = timers.setTimeout(next, productEvery);
    };
    this.#products = timers.setTimeout(next, productEvery);
  }

  /** The power fails: the message in memory is the stored one again, and the print under the head stays as it is. The count remains. */
  powerOff(): void {
    this.#clear(this.#products);
    this.#products = undefined;
    this.#clear(this.#awaited);
    this.#interrupt();
    this.#apply(this.#stored());
  }

  /** Whether there is a message of this number. */
  recall(message: number): boolean {
    if (!this.#options.messages[message]) return false;
    this.message = message;
    this.#apply(this.#stored());
    return true;
  }

  /** The characters of all items, one after the other. */
  get characters(): string {
    return this.items.join('');
  }

  setCharacters(characters: string): void {
    let place = 0;
    this.#apply(this.items.map(({ length }) => characters.slice(place, (place += length))));
  }

  setOperation(state: number): void {
    this.operation = state;
    if (state !== READY) this.#interrupt();
    this.#next();
  }

  /** While it is held no product comes. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#next();
  }

  /** A person prints at the panel what is loaded. */
  printTests(prints: number): void {
    for (let print = 0; print < prints; print++) {
      this.count++;
      this.#options.onPrint(this.#print('test'));
    }
  }

  /** Finishes the print under the head now. */
  finish(): void {
    const current = this.#endWork();
    if (!current) return;
    this.#isFresh = false;
    this.count++;
    this.#options.onPrint(current);
  }

  #stored(): string[] {
    return [...(this.#options.messages[this.message] ?? [])];
  }

  /** Items that are stored as blanks get values. */
  #isVariable(item: number): boolean {
    return this.#options.messages[this.message]?.[item]?.trim() === '';
  }

  #apply(items: string[]): void {
    const hasChanged = items.join('') !== this.characters;
    this.items = items;
    if (!hasChanged) return;
    this.#clear(this.#awaited);
    this.#isFresh = this.#hasValue(items);
    this.#next();
  }

  #hasValue(items: readonly string[]): boolean {
    return items.some((text, item) => this.#isVariable(item) && text.trim() !== '');
  }

  #next(): void {
    if (this.#options.productEvery !== undefined || !this.#isFresh) return;
    if (this.productAfter === 0) this.#begin();
    else this.#awaited = this.#options.timers.setTimeout(() => this.#begin(), this.productAfter);
  }

  #begin(): void {
    if (this.#isHeld || this.#current || this.operation !== READY) return;
    this.#current = this.#print('label');
    if (this.printTime !== Infinity) this.#work = this.#options.timers.setTimeout(() => this.finish(), this.printTime);
  }

  #interrupt(): void {
    const current = this.#endWork();
    if (current) this.#options.onPrint({ ...current, kind: 'partial' });
  }

  #endWork(): FieldPrint | undefined {
    this.#clear(this.#work);
    const current = this.#current;
    this.#work = this.#current = undefined;
    return current;
  }

  #print(kind: FieldPrint['kind']): FieldPrint {
    const fields = this.items.flatMap((text, item) => (this.#isVariable(item) ? [[String(item + 1), text.trim()]] : []));
    return { kind, message: String(this.message), fields: Object.fromEntries(fields) as Record<string, string> };
  }

  #clear(timer: object | number | undefined): void {
    if (timer !== undefined) this.#options.timers.clearTimeout(timer);
  }
}
