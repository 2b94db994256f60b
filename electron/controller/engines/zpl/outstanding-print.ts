import { isIdle, type ZplStatus } from './zpl-status.ts';

/** `waiting`: no verdict yet. `uncertain`: the count cannot tell whether this print was made. */
export type Verdict = 'printed' | 'waiting' | 'uncertain';

export interface OutstandingPrintOptions {
  id: number;
  /** The printer's count when the print was sent. */
  countBefore: number;
  /** Milliseconds since the epoch. */
  sentAt: number;
  /** Height of the label in mm. */
  height: number;
}

/** A print that the printer accepted and that its count has not proven yet. There is at most one. */
export class OutstandingPrint {
  readonly id: number;
  readonly height: number;
  readonly sentAt: number;
  readonly #countBefore: number;
  #isSpoilt = false;

  constructor({ id, countBefore, sentAt, height }: OutstandingPrintOptions) {
    this.id = id;
    this.height = height;
    this.sentAt = sentAt;
    this.#countBefore = countBefore;
  }

  /** An error or a power failure may have interrupted the label: a part of it may be on the paper, and the printer does not count it. */
  get isSpoilt(): boolean {
    return this.#isSpoilt;
  }

  /** The printer has an error, or the connection was lost: what happens meanwhile is not seen. */
  spoil(): void {
    this.#isSpoilt = true;
  }

  /** Judges a count that was read after the status. */
  judge(status: ZplStatus, count: number): Verdict {
    const made = count - this.#countBefore;
    if (made < 0 || made > 1) return 'uncertain';
    return made === 1 && isIdle(status) ? 'printed' : 'waiting';
  }

  /** Whether this count proves that the print was not made, once nothing can move any more. */
  isCertainlyNotMade(count: number): boolean {
    return count === this.#countBefore && !this.#isSpoilt;
  }
}
