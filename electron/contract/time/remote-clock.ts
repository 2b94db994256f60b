/** One exchange with another program. The first two times are of the own clock, in milliseconds. */
export interface ClockReading {
  sentAt: number;
  receivedAt: number;
  /** What the monotonic clock of the other program showed at some moment between them. */
  remote: number;
}

/** How much two monotonic clocks may drift apart: 500 ppm each, the most by which systems slew them. */
const MAX_DRIFT = 0.001;

/**
 * Estimates the monotonic clock of another program from its answers. What it says is never later than what that clock showed, so a command whose age is
 * measured by it never looks younger than it is. It looks older by at most the round trip of the last reading, and by the drift since then.
 */
export class RemoteClock {
  /** The reading with the highest lower bound. As all bounds decay at the same rate, no other reading is needed. */
  #best: ClockReading | undefined;

  add(reading: ClockReading): void {
    const known = this.#best;
    const isTighter = known === undefined || lowerBound(reading, reading.receivedAt) >= lowerBound(known, reading.receivedAt);
    // A clock that shows less than the least that it can show has jumped, or is that of a new process: earlier readings say nothing about it.
    const hasJumped = known !== undefined && reading.remote < lowerBound(known, reading.sentAt);
    if (isTighter || hasJumped) this.#best = reading;
  }

  /** The least that the other clock can have shown at a time of the own clock; undefined before the first reading. */
  leastAt(time: number): number | undefined {
    return this.#best && lowerBound(this.#best, time);
  }
}

/** The other clock had shown `remote` by `receivedAt`, and ran at most `MAX_DRIFT` slower since. */
function lowerBound({ remote, receivedAt }: ClockReading, time: number): number {
  return remote + (time - receivedAt) - MAX_DRIFT * Math.abs(time - receivedAt);
}
