import type { ReaderConfiguration } from '#contract/api-v3/reader.ts';
import type { UnmatchedReason, VerificationVerdict, VerdictCounts } from '#contract/api-v3/verification.ts';
import type { BarcodeContent } from '#rendering/label/barcode-contents.ts';
import { compareCodes } from './compare-codes.ts';
import { LimitWatch, type LimitName } from './limit-watch.ts';
import { LineTravel } from './line-travel.ts';
import { PrintMatching, type Match } from './print-matching.ts';
import type { Reading } from './reader-lines.ts';
import { RecentVerdicts } from './recent-verdicts.ts';
import { ShiftRegister } from './shift-register.ts';

/** A print that will pass the reader. */
export interface ExpectedPrint {
  id: number;
  /** Undefined if its label has no such barcode: its result is unmatched. */
  content: BarcodeContent | undefined;
}

/** What happened to a product, or has to be done now. */
export type LineEvent =
  | { kind: 'verdict'; print: ExpectedPrint; verdict: VerificationVerdict; reading?: Reading }
  | { kind: 'unmatched'; reading: Reading; reason: UnmatchedReason }
  /** The product of this print is at the reject position. */
  | { kind: 'reject'; print: number }
  /** The verdict came when the product had passed the reject position. */
  | { kind: 'reject-too-late'; print: number }
  /** A product is at the reader. */
  | { kind: 'trigger' }
  | { kind: 'limit-exceeded'; limit: LimitName };

/**
 * The way of products from the print to the reject position: which result belongs to which print, the verdict on it, the limits, and when to
 * reject. Pure: every call gives the time of a monotonic clock in milliseconds, and returns what follows from it.
 */
export class LineVerification {
  readonly #configuration: ReaderConfiguration;
  readonly #travel: LineTravel;
  readonly #matching: PrintMatching<ExpectedPrint & { place: number }, Reading>;
  readonly #rejects = new ShiftRegister<number>();
  readonly #triggers = new ShiftRegister<undefined>();
  readonly #limits: LimitWatch;
  readonly #recent = new RecentVerdicts();
  readonly #distance: number;
  readonly #window: number;

  /** `speed` in mm/s. */
  constructor(configuration: ReaderConfiguration, { time, speed }: { time: number; speed: number }) {
    const { arrival } = configuration;
    const isByDistance = 'distance' in arrival;
    this.#configuration = configuration;
    this.#distance = isByDistance ? arrival.distance : arrival.delay;
    this.#window = isByDistance ? arrival.window : arrival.timeWindow;
    this.#travel = new LineTravel(time, isByDistance ? speed / MILLISECONDS : 1);
    this.#matching = new PrintMatching(this.#travel, { distance: this.#distance, window: this.#window });
    this.#limits = new LimitWatch(configuration.limits);
  }

  get exceeded(): readonly LimitName[] {
    return this.#limits.exceeded;
  }

  get recent(): VerdictCounts {
    return this.#recent.counts();
  }

  get underway(): number {
    return this.#matching.underway;
  }

  /** The line has another speed, in mm/s; 0 when it stands. Without effect on a reader that is placed by time. */
  setSpeed(speed: number, time: number): LineEvent[] {
    const events = this.advance(time);
    if ('distance' in this.#configuration.arrival) this.#travel.setSpeed(time, speed / MILLISECONDS);
    return events;
  }

  /** A print was made at that time, which may be a moment ago. */
  printed(print: ExpectedPrint, time: number): LineEvent[] {
    const place = this.#travel.at(time);
    if (this.#configuration.connection.triggerText !== undefined) this.#triggers.add(place + this.#distance - this.#window, undefined);
    return this.#judge(this.#matching.printed({ ...print, place }, time), time);
  }

  /** A result of the reader is read that has arrived between `earliest` and `time`. */
  read(reading: Reading, time: number, earliest = time): LineEvent[] {
    return [...this.advance(earliest), ...this.#judge(this.#matching.read(reading, time, earliest), time)];
  }

  /** Time has passed. */
  advance(time: number): LineEvent[] {
    const travel = this.#travel.at(time);
    const triggers = this.#triggers.take(travel).map((): LineEvent => ({ kind: 'trigger' }));
    const judged = this.#judge(this.#matching.advance(time), time);
    const rejected = this.#rejects.take(travel).map((print): LineEvent => ({ kind: 'reject', print }));
    return [...triggers, ...judged, ...rejected];
  }

  /** When to call `advance`, if nothing else happens; undefined while there is nothing to wait for. */
  get deadline(): number | undefined {
    const places = [this.#rejects.next, this.#triggers.next].filter((place) => place !== undefined);
    const times = [this.#matching.deadline, ...places.map((place) => this.#travel.timeOf(place))].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  #judge(matches: readonly Match<ExpectedPrint & { place: number }, Reading>[], time: number): LineEvent[] {
    return matches.flatMap((match): LineEvent[] => {
      if (match.kind === 'unmatched') return [{ kind: 'unmatched', reading: match.result, reason: match.reason }];
      const { place, ...print } = match.print;
      const { id, content } = print;
      const reading = match.kind === 'matched' ? match.result : undefined;
      if (!content) return reading ? [{ kind: 'unmatched', reading, reason: 'nothing-to-compare' }] : [];
      const verdict = verdictOn(content, reading);
      this.#recent.add(verdict);
      const exceeded = this.#limits.add(verdict).map((limit): LineEvent => ({ kind: 'limit-exceeded', limit }));
      const rejection = verdict === 'verified' ? [] : this.#reject(id, place, time);
      return [{ kind: 'verdict', print, verdict, ...(reading && { reading }) }, ...exceeded, ...rejection];
    });
  }

  #reject(print: number, place: number, time: number): LineEvent[] {
    const { rejectAfter } = this.#configuration;
    if (rejectAfter === undefined) return [];
    const at = place + rejectAfter;
    if (at + this.#window < this.#travel.at(time)) return [{ kind: 'reject-too-late', print }];
    this.#rejects.add(at, print);
    return [];
  }
}

const MILLISECONDS = 1_000;

function verdictOn(content: BarcodeContent, reading: Reading | undefined): VerificationVerdict {
  if (!reading || reading.kind === 'no-read') return 'not-read';
  return reading.code === undefined ? 'misread' : compareCodes(content, reading.code);
}
