/** `waiting`: no verdict yet. `conflict`: what the coder says does not fit together, or never will. */
export type Verdict = 'printed' | 'waiting' | 'conflict';

/** What became of a print once the coder holds nothing and nothing moves. */
export type Outcome = 'printed' | 'not-made' | 'unknown';

/** How long a coder may take to count a print that it has reported, or to report one that it has counted, in milliseconds. */
const REPORT_LIMIT = 3_000;

export interface LoadedPrintOptions {
  id: number;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Whether the coder reports each print without a question. */
  isReported: boolean;
}

/** The one print whose values a coder has, or is getting. */
export class LoadedPrint {
  readonly id: number;
  /** Whether the coder may have the values: from then on it may print them. */
  isReleased = false;
  /** Why it was cleared, if that is known. */
  clearedBecause: string | undefined;
  readonly #options: LoadedPrintOptions;
  #countBefore: number | undefined;
  #isReported = false;
  #isSpoilt = false;
  #isReportLost = false;
  #differsSince: number | undefined;

  constructor(options: LoadedPrintOptions) {
    this.id = options.id;
    this.#options = options;
  }

  /** Whether the coder will show by its count only, and soon, whether it was printed. */
  get isAwaitingCount(): boolean {
    return this.isReleased && (!this.#options.isReported || this.#isReported);
  }

  /** The values are on their way. `countBefore`: the coder's count until then, if it has one. */
  release(countBefore: number | undefined): void {
    this.isReleased = true;
    this.#countBefore = countBefore;
  }

  /** The coder has reported a print. */
  reported(): void {
    if (this.isReleased) this.#isReported = true;
  }

  /** The coder could not print meanwhile: a part of the print may be on the product. */
  spoil(): void {
    this.#isSpoilt = true;
  }

  /** The connection was lost: a report may be lost with it, and a power failure may have interrupted the print. */
  loseReport(): void {
    this.#isReportLost = true;
  }

  /** Judges a count that was read after everything that the coder has reported. */
  judge(count: number | undefined): Verdict {
    const { isReported } = this.#options;
    const made = this.#made(count);
    if (made === undefined) return this.#isReported ? 'printed' : 'waiting';
    if (made < 0 || made > 1) return 'conflict';
    if (!isReported) return made === 1 ? 'printed' : 'waiting';
    if (this.#isReported === (made === 1)) {
      this.#differsSince = undefined;
      return this.#isReported ? 'printed' : 'waiting';
    }
    this.#differsSince ??= this.#options.now();
    return this.#options.now() - this.#differsSince > REPORT_LIMIT ? 'conflict' : 'waiting';
  }

  /** The outcome by a count that was read while the coder held nothing and nothing moved. */
  settle(count: number | undefined): Outcome {
    const made = this.#made(count);
    if (made === undefined) return this.#settleByReport();
    if (made === 0) return this.#isUndisturbed && !this.#isReported ? 'not-made' : 'unknown';
    const isProvenByCount = !this.#isSpoilt && (!this.#options.isReported || this.#isReportLost);
    return made === 1 && (this.#isReported || isProvenByCount) ? 'printed' : 'unknown';
  }

  /** A coder without a count that reports nothing has not printed, unless the report was lost. */
  #settleByReport(): Outcome {
    if (this.#isReported) return 'printed';
    return this.#options.isReported && this.#isUndisturbed ? 'not-made' : 'unknown';
  }

  get #isUndisturbed(): boolean {
    return !this.#isSpoilt && !this.#isReportLost;
  }

  #made(count: number | undefined): number | undefined {
    return count === undefined || this.#countBefore === undefined ? undefined : count - this.#countBefore;
  }
}
