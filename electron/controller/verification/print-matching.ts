import type { UnmatchedReason } from '#contract/api-v3/verification.ts';
import type { LineTravel } from './line-travel.ts';

/**
 * Which result belongs to which print. The rules:
 *
 * 1. A result belongs to the print whose expected place is nearest to the reader when the result arrives, within the window; of two that are
 *    equally near, to the older one. What was read plays no part: a wrong code is the finding.
 * 2. A print whose place passes the window without a result was not read. A later result is unmatched.
 * 3. The second result for one print is unmatched: it never moves on to the next print.
 * 4. A result that comes before its print is known waits for it for a moment, because a print counts when it is durable.
 * 5. Places move with the line: while it stands, no window passes.
 * 6. When this program was busy, a result may have waited to be read. It belongs to the oldest print without a result whose window ended meanwhile:
 *    a lost result at such a moment is rarer than one that waited.
 *
 * The nearest print is chosen, and not the oldest in the window, so that one lost result does not shift all that follow. Both are the same as
 * long as the window is smaller than half the distance between two products.
 */
export class PrintMatching<Print, Result> {
  readonly #options: PrintMatchingOptions;
  readonly #travel: LineTravel;
  #prints: { print: Print; place: number; hasResult: boolean }[] = [];
  #early: { result: Result; place: number; until: number }[] = [];

  constructor(travel: LineTravel, options: PrintMatchingOptions) {
    this.#travel = travel;
    this.#options = options;
  }

  /** Prints without a result whose window is not over. */
  get underway(): number {
    return this.#prints.reduce((count, { hasResult }) => count + (hasResult ? 0 : 1), 0);
  }

  /** A print was made at that time, which may be a moment ago. */
  printed(print: Print, time: number): Match<Print, Result>[] {
    const place = this.#travel.at(time) + this.#options.distance;
    const entry = { print, place, hasResult: false };
    const after = this.#prints.findLastIndex((other) => other.place <= place);
    this.#prints.splice(after + 1, 0, entry);
    const crowded = this.#prints.length > MAX_PRINTS ? this.#prints.splice(0, 1) : [];
    return [...notRead(crowded), ...this.#matchEarly()];
  }

  /** A result is read that has arrived between `earliest` and `time`. */
  read(result: Result, time: number, earliest = time): Match<Print, Result>[] {
    const outcomes = this.advance(earliest);
    const place = this.#travel.at(time);
    const overdue = this.#prints.find((print) => !print.hasResult && print.place < place - this.#options.window);
    if (overdue) return [...outcomes, this.#match(overdue, result)];
    const nearest = this.#nearest(place);
    if (nearest) return [...outcomes, this.#match(nearest, result)];
    this.#early.push({ result, place, until: time + HOLD });
    const crowded = this.#early.length > MAX_EARLY ? this.#early.splice(0, 1) : [];
    return [...outcomes, ...unmatched(crowded)];
  }

  /** Time has passed. */
  advance(time: number): Match<Print, Result>[] {
    const end = this.#travel.at(time) - this.#options.window;
    const passed = this.#prints.findIndex(({ place }) => place >= end);
    const over = this.#prints.splice(0, passed < 0 ? this.#prints.length : passed);
    const waiting = this.#early.findIndex(({ until }) => until > time);
    const late = this.#early.splice(0, waiting < 0 ? this.#early.length : waiting);
    return [...notRead(over), ...unmatched(late)];
  }

  /** When `advance` has something to do, if nothing else happens; undefined while the line stands or nothing waits. */
  get deadline(): number | undefined {
    const print = this.#prints[0] && this.#travel.timeOf(this.#prints[0].place + this.#options.window);
    const early = this.#early[0]?.until;
    const times = [print, early].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  #nearest(place: number): { print: Print; place: number; hasResult: boolean } | undefined {
    let best: { print: Print; place: number; hasResult: boolean } | undefined;
    for (const entry of this.#prints) {
      if (entry.place > place + this.#options.window) break;
      if (Math.abs(entry.place - place) > this.#options.window) continue;
      if (!best || Math.abs(entry.place - place) < Math.abs(best.place - place)) best = entry;
    }
    return best;
  }

  #match(entry: { print: Print; hasResult: boolean }, result: Result): Match<Print, Result> {
    if (entry.hasResult) return { kind: 'unmatched', result, reason: 'doubled' };
    entry.hasResult = true;
    return { kind: 'matched', print: entry.print, result };
  }

  #matchEarly(): Match<Print, Result>[] {
    const waiting = this.#early;
    this.#early = [];
    return waiting.flatMap((early) => {
      const nearest = this.#nearest(early.place);
      if (nearest) return [this.#match(nearest, early.result)];
      this.#early.push(early);
      return [];
    });
  }
}

/** In the unit of the line's travel. */
export interface PrintMatchingOptions {
  /** From the print position to the reader. */
  distance: number;
  /** How far from there a result may come, to both sides. */
  window: number;
}

export type Match<Print, Result> =
  | { kind: 'matched'; print: Print; result: Result }
  | { kind: 'not-read'; print: Print }
  | { kind: 'unmatched'; result: Result; reason: UnmatchedReason };

/** How long a result waits for its print, in milliseconds: some commits. */
const HOLD = 500;
/** More prints are not between a printer and its reader. */
const MAX_PRINTS = 10_000;
const MAX_EARLY = 100;

function notRead<Print>(passed: readonly { print: Print; hasResult: boolean }[]): { kind: 'not-read'; print: Print }[] {
  return passed.filter(({ hasResult }) => !hasResult).map(({ print }) => ({ kind: 'not-read', print }));
}

function unmatched<Result>(late: readonly { result: Result }[]): { kind: 'unmatched'; result: Result; reason: UnmatchedReason }[] {
  return late.map(({ result }) => ({ kind: 'unmatched', result, reason: 'early-or-late' }));
}
