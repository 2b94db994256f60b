import type { TimerHandle, Timers } from '../../platform/timers.ts';

/** How a device confirms a print: at once, late, or not at all. */
export type ConfirmationKind = 'prompt' | 'slow' | 'lost';

/** A print that the device has made. */
interface Mark {
  id: number;
  /** The device's count after it. */
  count: number;
}

interface PendingConfirmation extends Mark {
  isLost: boolean;
  timer: TimerHandle;
}

export interface ConfirmationsOptions {
  timers: Timers;
  printed: (id: number, count: number) => void;
  unresolved: (id: number, reason: string) => void;
}

/** Milliseconds until a slow confirmation comes, and until one that does not come is given up. */
const SLOW = 2_000;
const LIMIT = 3_000;
const REASON = 'the printer did not confirm it';

/** The confirmations on the way from a device, in the order of its prints. A later one shows that an earlier one is lost. */
export class Confirmations {
  readonly #options: ConfirmationsOptions;
  #pending: PendingConfirmation[] = [];

  constructor(options: ConfirmationsOptions) {
    this.#options = options;
  }

  /** The device's count as far as its confirmations have reported it; `made` is what it has really made. */
  count(made: number): number {
    const [first] = this.#pending;
    return first ? first.count - 1 : made;
  }

  /** The device confirms a print. */
  add(mark: Mark, kind: ConfirmationKind): void {
    if (kind === 'prompt') {
      this.reportAll();
      this.#options.printed(mark.id, mark.count);
      return;
    }
    const isLost = kind === 'lost';
    const timer = this.#options.timers.setTimeout(() => this.#reportThrough(mark.id), isLost ? LIMIT : SLOW);
    this.#pending.push({ ...mark, isLost, timer });
  }

  /** Reports every print on the way at once. */
  reportAll(): void {
    const last = this.#pending.at(-1);
    if (last) this.#reportThrough(last.id);
  }

  /** The connection is lost, and with it the confirmations on the way. Returns their prints. */
  drop(): number[] {
    const dropped = this.#pending;
    this.#pending = [];
    for (const { timer } of dropped) this.#options.timers.clearTimeout(timer);
    return dropped.map(({ id }) => id);
  }

  #reportThrough(last: number): void {
    const { timers, printed, unresolved } = this.#options;
    for (let next = this.#pending.shift(); next; next = this.#pending.shift()) {
      timers.clearTimeout(next.timer);
      if (next.isLost) unresolved(next.id, REASON);
      else printed(next.id, next.count);
      if (next.id === last) return;
    }
  }
}
