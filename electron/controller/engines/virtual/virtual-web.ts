import type { AutoPrintDistance } from '../engine.ts';
import type { TimerHandle, Timers } from '../timers.ts';

/** What the web takes for the length of a print before it has seen one, and the least that it moves between two, in mm. */
const UNSEEN_LENGTH = 100;
const LEAST_WAY = 1;

export interface VirtualWebOptions {
  timers: Timers;
  /** In mm/s. */
  speed: number;
  onDistance: () => void;
}

/** How a print lies on the web, in mm. */
interface PrintOnWeb {
  delay: number;
  length: number;
}

/**
 * A web that runs under a virtual head and says when it has come far enough for the next print. Where no print came it runs on by the
 * length of one.
 */
export class VirtualWeb {
  readonly #options: VirtualWebOptions;
  #distance: AutoPrintDistance | undefined;
  #last: PrintOnWeb | undefined;
  #next: TimerHandle | undefined;

  constructor(options: VirtualWebOptions) {
    this.#options = options;
  }

  /** Runs for this distance from here on, or stands still. */
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

  /** Two prints cannot lie over each other. */
  #apart(interval: number): number {
    return Math.max(interval, this.#last?.length ?? LEAST_WAY);
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
