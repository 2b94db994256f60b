import type { CoderReading, Loaded } from './coder.ts';

interface OutstandingPrint {
  id: number;
  index: number;
  /** It is on its way into the device. */
  isLoading: boolean;
  /** Part of it may be on a product, or the device may not have it. */
  isSpoilt: boolean;
  /** Something was printed while it was loaded: the count does not tell whether it was this one. */
  isDoubtful: boolean;
}

export interface PrintOutcomes {
  printed: { id: number; count: number | undefined }[];
  /** Neither printed nor certainly not made. */
  unresolved: number[];
}

/** What became of the prints that were still outstanding when the device held nothing any more. */
export interface Remainder {
  /** Certainly not made. */
  notMade: number[];
  unresolved: number[];
}

/**
 * The prints that a coder has and that it has not confirmed, oldest first. A device that names its prints confirms them by the index; others
 * by their count.
 */
export class OutstandingPrints {
  #prints: OutstandingPrint[] = [];
  /** The device's count without the outstanding prints. */
  #explained: number | undefined;
  #lastIndex: number | undefined;
  #usedIndex = 0;
  /** Unresolved, and not reported yet. */
  #deferred: number[] = [];

  get size(): number {
    return this.#prints.length;
  }

  /** Takes a print that is about to be sent; `count` is the device's count now. Returns its index, which no value that the device still knows has. */
  add(id: number, count: number | undefined): number {
    if (this.#prints.length === 0) this.#explained = count;
    const free = Math.max(id, this.#usedIndex + 1);
    const index = free === this.#lastIndex ? free + 1 : free;
    this.#usedIndex = index;
    this.#prints.push({ id, index, isLoading: true, isSpoilt: false, isDoubtful: false });
    return index;
  }

  /** The device has the print. */
  loaded(id: number, { countBefore, isDoubtful }: Loaded): void {
    const print = this.#prints.find((other) => other.id === id);
    if (!print) return;
    print.isLoading = false;
    print.isDoubtful = isDoubtful;
    if (countBefore !== undefined) this.#explained = countBefore;
  }

  /** The device certainly does not have the print. */
  remove(id: number): void {
    this.#prints = this.#prints.filter((print) => print.id !== id);
  }

  /** It is unknown whether the device has the print. */
  doubt(id: number): void {
    for (const print of this.#prints) if (print.id === id) Object.assign(print, { isLoading: false, isSpoilt: true, isDoubtful: true });
  }

  /** An error has interrupted the print that may be under the head. */
  interrupt(): void {
    const [first] = this.#prints;
    if (first) first.isSpoilt = true;
  }

  /** The connection was lost: what happens meanwhile is not seen. */
  spoil(): void {
    for (const print of this.#prints) {
      print.isDoubtful ||= print.isLoading;
      Object.assign(print, { isLoading: false, isSpoilt: true });
    }
  }

  /** Reports these prints as unresolved at the end. */
  defer(ids: readonly number[]): void {
    this.#deferred.push(...ids);
  }

  forget(): void {
    this.#prints = [];
    this.#deferred = [];
    this.#lastIndex = undefined;
  }

  /**
   * What a reading proves. These prints are not outstanding any more. `isTooSoon`: no product can have come from the detector to the head since the
   * last value was loaded.
   */
  judge({ lastIndex, count }: CoderReading, isTooSoon = false): PrintOutcomes {
    this.#lastIndex = lastIndex;
    return lastIndex === undefined ? this.#judgeByCount(count, isTooSoon) : this.#judgeByIndex(lastIndex, count);
  }

  /** The device holds nothing, and nothing moves: what became of the rest. */
  end(count: number | undefined): Remainder {
    const prints = this.#prints;
    const deferred = this.#deferred;
    this.#prints = [];
    this.#deferred = [];
    const isCounted = count === undefined || count !== this.#explained;
    const isNotMade = ({ isSpoilt }: OutstandingPrint): boolean => !isSpoilt && !isCounted;
    return { notMade: idsOf(prints.filter(isNotMade)), unresolved: [...deferred, ...idsOf(prints.filter((print) => !isNotMade(print)))] };
  }

  /**
   * The print with this index is made. So are the ones before it, if the count has gone up by all of them: a device may have skipped one.
   */
  #judgeByIndex(lastIndex: number, count: number | undefined): PrintOutcomes {
    const place = this.#prints.findIndex(({ index }) => index === lastIndex);
    if (place < 0) return { printed: [], unresolved: [] };
    const made = this.#prints.splice(0, place + 1);
    const before = this.#explained;
    const isEach = made.length === 1 || (before !== undefined && count === before + made.length);
    const printed = isEach ? made : made.slice(-1);
    if (before !== undefined) this.#explained = before + printed.length;
    const countAfter = (place: number): number | undefined => (count === undefined ? undefined : count - (printed.length - 1 - place));
    return {
      printed: printed.map(({ id }, at) => ({ id, count: countAfter(at) })),
      unresolved: idsOf(made.filter((print) => !printed.includes(print))),
    };
  }

  /** Printed if the count has gone up by exactly one, which was not under the head before. The device holds one value. */
  #judgeByCount(count: number | undefined, isTooSoon: boolean): PrintOutcomes {
    const [first] = this.#prints;
    if (!first || first.isLoading || count === undefined || this.#explained === undefined) return { printed: [], unresolved: [] };
    const made = count - this.#explained;
    if (made === 0) return { printed: [], unresolved: [] };
    this.#prints.shift();
    this.#explained = count;
    const isSure = made === 1 && !first.isDoubtful && !isTooSoon;
    return isSure ? { printed: [{ id: first.id, count }], unresolved: [] } : { printed: [], unresolved: [first.id] };
  }
}

function idsOf(prints: readonly OutstandingPrint[]): number[] {
  return prints.map(({ id }) => id);
}
