import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import type { TimerHandle, Timers } from '../../platform/timers.ts';

const STATES = ['INITIALIZING', 'STARTING', 'HEATING', 'STARTED'] as const satisfies readonly PrinterState[];

export interface WarmUpOptions {
  timers: Timers;
  /** Milliseconds from power on to STARTED. */
  duration: number;
  /** The next state is reached. */
  onState: (state: PrinterState) => void;
}

/** The states of a device from power on until it can print. */
export class WarmUp {
  readonly #options: WarmUpOptions;
  #next: TimerHandle | undefined;

  constructor(options: WarmUpOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#next !== undefined;
  }

  start(): void {
    this.stop();
    this.#enter(0);
  }

  stop(): void {
    if (this.#next !== undefined) this.#options.timers.clearTimeout(this.#next);
    this.#next = undefined;
  }

  #enter(step: number): void {
    const { timers, duration, onState } = this.#options;
    const state = STATES[step];
    this.#next = undefined;
    if (!state) return;
    if (duration > 0 && step + 1 < STATES.length) {
      this.#next = timers.setTimeout(() => this.#enter(step + 1), duration / (STATES.length - 1));
    }
    onState(state);
    if (duration === 0) this.#enter(step + 1);
  }
}
