import type { CoderReading, CoderTraits, Loaded } from './coder.ts';

/** How long a coder may take to count a print that it has reported, or to report one that it has counted, in milliseconds. */
const REPORT_LIMIT = 3_000;

interface OutstandingPrint {
  id: number;
  index: number;
  /** When the coder got the value, in milliseconds since the epoch. Undefined: it certainly does not have it yet. */
  releasedAt: number | undefined;
  isLoading: boolean;
  /** The coder has reported a print since it has the value. */
  isReported: boolean;
  /** An error or a later print came between: a part of it may be on a product. */
  isInterrupted: boolean;
  /** The connection was lost: what happened meanwhile was not seen. */
  isUnseen: boolean;
  /** The coder may not have the value, or printed something while it got it: the count says nothing about this print. */
  isDoubtful: boolean;
}

type Verdict = 'printed' | 'waiting' | 'conflict';

/** A print that was made, and the coder's count after it. */
export interface PrintedCopy {
  id: number;
  count: number | undefined;
}

export interface PrintOutcomes {
  printed: PrintedCopy[];
  /** What the coder says does not fit together, or a print is left that nothing will prove any more. */
  isConflict: boolean;
}

/** What became of the prints that were still outstanding when the coder held nothing any more. */
export interface Remainder {
  printed: PrintedCopy[];
  /** Certainly not made. */
  notMade: number[];
  unresolved: number[];
}

export interface OutstandingPrintsOptions {
  traits: Pick<CoderTraits, 'proof' | 'printsWithoutValues'>;
  /** Milliseconds in which a product comes from the product detector to the head. */
  timeFromDetector: number;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * The prints that a coder has and that are not proven, oldest first. A coder that names its prints proves them by the index; one that reports
 * them by the report together with its count, as far as it has one; others by the count. What does not fit together proves nothing.
 */
export class OutstandingPrints {
  readonly #options: OutstandingPrintsOptions;
  #prints: OutstandingPrint[] = [];
  /** The coder's count without the outstanding prints. */
  #explained: number | undefined;
  #lastIndex: number | undefined;
  #usedIndex = 0;
  /** Since when report and count do not fit together. */
  #differsSince: number | undefined;

  constructor(options: OutstandingPrintsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#prints.length;
  }

  /** Whether readings will show, and soon, that a print was made: not as long as a report has to come first. */
  get isDue(): boolean {
    return this.#prints.some((print) => print.releasedAt !== undefined && (this.#options.traits.proof !== 'ack' || print.isReported));
  }

  has(id: number): boolean {
    return this.#prints.some((print) => print.id === id);
  }

  /** Takes a print that is about to be sent; `count` is the coder's count now. Returns its index, which no value that the coder still knows has. */
  add(id: number, count: number | undefined): number {
    if (this.#prints.length === 0) this.#explained = count;
    const free = Math.max(id, this.#usedIndex + 1);
    const index = free === this.#lastIndex ? free + 1 : free;
    this.#usedIndex = index;
    const flags = { isLoading: false, isReported: false, isInterrupted: false, isUnseen: false, isDoubtful: false };
    this.#prints.push({ id, index, releasedAt: undefined, ...flags });
    return index;
  }

  /** The value is on its way: from now on the coder may print it. `count`: its count until then, if it was read. */
  release(id: number, count: number | undefined): void {
    this.#differsSince = undefined;
    if (this.#options.traits.proof !== 'id') this.#explained = count;
    this.#update(id, { releasedAt: this.#options.now(), isLoading: true });
  }

  /** The coder has the value. */
  loaded(id: number, { countBefore, isDoubtful = false }: Loaded): void {
    if (countBefore !== undefined) this.#explained = countBefore;
    this.#update(id, { releasedAt: this.#options.now(), isLoading: false, ...(isDoubtful && { isDoubtful }) });
  }

  /** The coder certainly does not have the value. */
  remove(id: number): void {
    this.#prints = this.#prints.filter((print) => print.id !== id);
  }

  /** It is unknown whether the coder has the value. */
  doubt(id: number): void {
    this.#update(id, { isLoading: false, isDoubtful: true });
  }

  /** The coder has reported a print. */
  reported(): void {
    const [first] = this.#prints;
    if (first?.releasedAt !== undefined && this.#options.traits.proof === 'ack') first.isReported = true;
  }

  /** An error has interrupted the print that may be under the head. */
  interrupt(): void {
    const [first] = this.#prints;
    if (first) first.isInterrupted = true;
  }

  /** The connection was lost: a report may be lost with it, and a power failure may have interrupted a print. */
  connectionLost(): void {
    for (const print of this.#prints) print.isUnseen = true;
  }

  forget(): void {
    this.#prints = [];
    this.#lastIndex = undefined;
  }

  /** Whether a value was loaded at least so many milliseconds ago, and none since. */
  isOlderThan(duration: number): boolean {
    const latest = this.#prints.at(-1)?.releasedAt;
    return latest !== undefined && this.#options.now() - latest > duration;
  }

  /** Whether a reading proves the oldest print; changes nothing. */
  isProven({ count }: CoderReading): boolean {
    return this.#judgeFirst(count) === 'printed';
  }

  /** What a reading proves. Prints that are proven are not outstanding any more. */
  judge({ lastIndex, count }: CoderReading): PrintOutcomes {
    this.#lastIndex = lastIndex;
    if (lastIndex !== undefined) return this.#judgeByIndex(lastIndex, count);
    const [first] = this.#prints;
    const verdict = this.#judgeFirst(count);
    if (!first || verdict !== 'printed') return { printed: [], isConflict: verdict === 'conflict' };
    this.#prints.shift();
    return { printed: [{ id: first.id, count }], isConflict: false };
  }

  /** The coder holds nothing, and nothing moves: what became of the rest. Prints that it never had are no part of it. */
  end(count: number | undefined): Remainder {
    const prints = this.#prints.filter(({ releasedAt }) => releasedAt !== undefined);
    this.#prints = [];
    const made = this.#made(count);
    const idsWith = (outcome: string): number[] => prints.filter((print) => this.#outcome(print, made) === outcome).map(({ id }) => id);
    return {
      printed: idsWith('printed').map((id) => ({ id, count })),
      notMade: idsWith('not-made'),
      unresolved: idsWith('unknown'),
    };
  }

  #update(id: number, change: Partial<OutstandingPrint>): void {
    for (const print of this.#prints) if (print.id === id) Object.assign(print, change);
  }

  /**
   * The print with this index is made. So are the ones before it, if the count has gone up by all of them: a coder may have skipped one.
   */
  #judgeByIndex(lastIndex: number, count: number | undefined): PrintOutcomes {
    const place = this.#prints.findIndex(({ index }) => index === lastIndex);
    if (place < 0) return { printed: [], isConflict: false };
    const named = this.#prints.slice(0, place + 1);
    const isEach = named.length === 1 || this.#made(count) === named.length;
    const printed = isEach ? named : named.slice(-1);
    this.#prints = this.#prints.filter((print) => !printed.includes(print));
    for (const print of named) print.isInterrupted = true;
    if (this.#explained !== undefined) this.#explained += printed.length;
    const countAfter = (at: number): number | undefined => (count === undefined ? undefined : count - (printed.length - 1 - at));
    return { printed: printed.map(({ id }, at) => ({ id, count: countAfter(at) })), isConflict: !isEach };
  }

  /** The verdict on the only print of a coder that does not name its prints, by a count that was read after everything that it reported. */
  #judgeFirst(count: number | undefined): Verdict {
    const [first] = this.#prints;
    if (!first || first.releasedAt === undefined || first.isLoading) return 'waiting';
    const made = this.#made(count);
    if (made === undefined) return first.isReported ? 'printed' : 'waiting';
    if (made < 0 || made > 1) return 'conflict';
    return this.#options.traits.proof === 'ack' ? this.#compareReport(first, made === 1) : this.#judgeByCount(first, made);
  }

  #judgeByCount({ isDoubtful, isInterrupted, releasedAt = 0 }: OutstandingPrint, made: number): Verdict {
    if (made === 0) return 'waiting';
    return isDoubtful || isInterrupted || this.#isTooSoon(releasedAt) ? 'conflict' : 'printed';
  }

  #compareReport({ isReported }: OutstandingPrint, isCounted: boolean): Verdict {
    if (isReported === isCounted) {
      this.#differsSince = undefined;
      return isReported ? 'printed' : 'waiting';
    }
    const now = this.#options.now();
    this.#differsSince ??= now;
    return now - this.#differsSince > REPORT_LIMIT ? 'conflict' : 'waiting';
  }

  /** Whether no product that came since can have been printed: one that came before got the message without the value. */
  #isTooSoon(releasedAt: number): boolean {
    const { traits, timeFromDetector, now } = this.#options;
    return traits.printsWithoutValues && now() - releasedAt < timeFromDetector;
  }

  /** The outcome once the coder holds nothing and nothing moves. */
  #outcome(print: OutstandingPrint, made: number | undefined): 'printed' | 'not-made' | 'unknown' {
    const { isReported } = print;
    const outcomeOfNone = isReported || isDisturbed(print) ? 'unknown' : 'not-made';
    if (made === 0) return outcomeOfNone;
    if (made === undefined && isReported) return 'printed';
    // Without a count only a report that was not made says that nothing was printed.
    if (made === undefined) return this.#options.traits.proof === 'ack' ? outcomeOfNone : 'unknown';
    return made === 1 && (isReported || this.#isProvenByCount(print)) ? 'printed' : 'unknown';
  }

  /** Whether a count of one more proves the print. After a lost connection it stands for the report that may be lost. */
  #isProvenByCount({ isInterrupted, isUnseen, isDoubtful }: OutstandingPrint): boolean {
    const { proof, printsWithoutValues } = this.#options.traits;
    if (proof === 'id' || printsWithoutValues || isInterrupted || isDoubtful) return false;
    return proof === 'count' || isUnseen;
  }

  #made(count: number | undefined): number | undefined {
    return count === undefined || this.#explained === undefined ? undefined : count - this.#explained;
  }
}

/** Whether a part of the print may be on a product, or nothing is known of it. */
function isDisturbed({ isInterrupted, isUnseen, isDoubtful }: OutstandingPrint): boolean {
  return isInterrupted || isUnseen || isDoubtful;
}
