import type { Clock } from '../platform/system-clock.ts';

export interface SlotTimerOptions {
  clock: Clock;
  /** Milliseconds of a round: every slot comes once in it. */
  round: number;
  /** Called with the numbers of the slots that have begun, from 0 in each round. */
  onSlots: (slots: readonly number[]) => void;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** Milliseconds. */
const SLOT = 50;

/**
 * One timer for everything that happens once per round: the round is divided into slots, and each thing has its slot. Slots that passed while the
 * process was busy begin late and together; after a whole round, as after a sleep of the machine, none is made up for. An unexpected error is
 * logged, and the slots go on.
 */
export class SlotTimer {
  /** The number of slots in a round. */
  readonly count: number;
  readonly #options: SlotTimerOptions;
  readonly #length: number;
  /** The last slot that has begun, counted from the start of the clock. */
  #last = 0;
  #cancel: (() => void) | undefined;

  constructor(options: SlotTimerOptions) {
    this.#options = options;
    this.count = Math.max(1, Math.round(options.round / SLOT));
    this.#length = options.round / this.count;
  }

  /** Does nothing while it runs. */
  start(): void {
    if (this.#cancel) return;
    this.#last = this.#current();
    this.#schedule();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #current(): number {
    return Math.floor(this.#options.clock.elapsed() / this.#length);
  }

  #schedule(): void {
    const { clock } = this.#options;
    const delay = this.#length - (clock.elapsed() % this.#length);
    this.#cancel = clock.after(delay, () => {
      this.#schedule();
      this.#begin();
    });
  }

  /** A timer may fire slightly early: then no slot has begun, and the next timer is the right one. */
  #begin(): void {
    const current = this.#current();
    const first = current - this.#last > this.count ? current : this.#last + 1;
    this.#last = current;
    const slots = Array.from({ length: current - first + 1 }, (_, index) => (first + index) % this.count);
    if (slots.length === 0) return;
    try {
      this.#options.onSlots(slots);
    } catch (error) {
      this.#options.report(error);
    }
  }
}
