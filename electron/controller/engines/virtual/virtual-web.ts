import type { AutoPrintDistance } from '../engine.ts';
import type { TimerHandle, Timers } from '../../platform/timers.ts';

/** Assumed length of a print before the first one, and the minimum distance between two, in mm. */
const UNSEEN_LENGTH = 100;
const MIN_DISTANCE = 1;

export interface VirtualWebOptions {
  timers: Timers;
  /** Speed in mm/s. */
  speed: number;
  onDistance: () => void;
}

/** Position and length of a print on the web, in mm. */
interface PrintOnWeb {
  delay: number;
  length: number;
}

/** A web that runs under a virtual head and reports when the next print is due. If no print came, it moves on by the length of one. */
export class VirtualWeb {
  readonly #options: VirtualWebOptions;
  #distance: AutoPrintDistance | undefined;
  #last: PrintOnWeb | undefined;
  #next: TimerHandle | undefined;

  constructor(options: VirtualWebOptions) {
    this.#options = options;
  }

  /** Starts with this distance, or stops. */
  set(distance: AutoPrintDistance | undefined): void {
    this.#distance = distance;
    if (!distance) this.#disarm();
    else this.#arm('interval' in distance ? this.#apart(distance.interval) : distance.gap);
  }

  /** A print ends here. */
  printed(print: PrintOnWeb): void {
    this.#last = print;
    if (this.#distance && 'gap' in this.#distance) this.#arm(Math.max(0, this.#distance.gap - print.delay));
  }

  /** Prints must not overlap. */
  #apart(interval: number): number {
    return Math.max(interval, this.#last?.length ?? MIN_DISTANCE);
  }

  #passed(): void {
    const distance = this.#distance;
    if (!distance) return;
    const { delay, length } = this.#last ?? { delay: 0, length: UNSEEN_LENGTH };
    this.#arm('interval' in distance ? this.#apart(distance.interval) : delay + length + distance.gap);
    this.#options.onDistance();
  }

  #arm(way: number): void {
    this.#disarm();
    const { timers, speed } = this.#options;
    this.#next = timers.setTimeout(() => this.#passed(), (way / speed) * 1_000);
  }

  #disarm(): void {
    if (this.#next !== undefined) this.#options.timers.clearTimeout(this.#next);
    this.#next = undefined;
  }
}
