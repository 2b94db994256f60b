/**
 * How far the line has moved, in mm, as the integral of its speed; with a speed of 1 it is the time that has passed, in ms. Times are
 * milliseconds of a monotonic clock, in ascending order; one that lies in the past is computed with the speed of that time.
 */
export class LineTravel {
  /** The changes of speed that a time in the past may lie before, oldest first. */
  #changes: { time: number; travel: number; speed: number }[];

  /** `speed` per millisecond. */
  constructor(time: number, speed: number) {
    this.#changes = [{ time, travel: 0, speed }];
  }

  /** The speed changes now; 0 when the line stops. */
  setSpeed(time: number, speed: number): void {
    if (speed === this.#changes.at(-1)?.speed) return;
    this.#changes.push({ time, travel: this.at(time), speed });
    if (this.#changes.length > MAX_CHANGES) this.#changes.shift();
  }

  /** How far the line had moved at that time. */
  at(time: number): number {
    const change = this.#changes.findLast((candidate) => candidate.time <= time) ?? this.#changes[0];
    return change ? change.travel + (time - change.time) * change.speed : 0;
  }

  /** When the line will have moved so far, at its present speed; undefined if it stands before that. */
  timeOf(travel: number): number | undefined {
    const last = this.#changes.at(-1);
    if (!last) return undefined;
    if (travel <= last.travel) return last.time;
    return last.speed === 0 ? undefined : last.time + (travel - last.travel) / last.speed;
  }
}

/** A result or print is reported within the time of these changes. */
const MAX_CHANGES = 64;
