import type { ProblemError } from '#contract/problem.ts';
import type { LabelNeeds } from '#rendering/label-needs.ts';
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

  /** Whether the clock is believed: one that was set is not until a person has confirmed it, and no date is printed by it. */
  areDatesGiven(): boolean {
    return this.#clock.look() === 'ok';
  }

  /**
   * Throws `clock-doubtful` when one of these labels shows the moment of its print and the clock is not believed. What was frozen before has its
   * dates already, and is not asked for.
   */
  async refuseDates(needs: readonly Pick<LabelNeeds, 'moment'>[]): Promise<void> {
    if (!this.areDatesGiven() && needs.some(({ moment }) => moment)) throw await this.#clock.refusal();
  }

  /** Why this job is not printed while others without dates are; undefined otherwise. */
  async dateDoubt(job: { isDated: boolean } | undefined): Promise<string | undefined> {
    return job?.isDated ? this.#clock.dateDoubt() : undefined;
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
