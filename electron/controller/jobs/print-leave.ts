import type { ProblemError } from '#contract/problem.ts';
import type { Clock } from '../clock/clock.ts';
import type { Recovery } from '../recovery/recovery.ts';

/** Whether anything may be printed at all: not by a clock that nobody believes, and not from restored data that nobody has confirmed. */
export class PrintLeave {
  readonly #clock: Clock;
  readonly #recovery: Recovery;

  constructor({ clock, recovery }: { clock: Clock; recovery: Recovery }) {
    this.#clock = clock;
    this.#recovery = recovery;
  }

  isGiven(): boolean {
    return !this.#recovery.isOpen && this.#clock.look() !== 'doubtful';
  }

  /** What a selection or trigger is refused with while it is not given. */
  async refusal(): Promise<ProblemError> {
    return this.#recovery.refusal() ?? (await this.#clock.refusal());
  }

  /** Why nothing is printed and what to do, for the status of every printer. */
  async doubts(): Promise<string[]> {
    return [this.#recovery.doubt, await this.#clock.doubt()].filter((doubt) => doubt !== undefined);
  }
}
