import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { ProblemError } from '#contract/problem.ts';
import type { LabelNeeds } from '#rendering/label/label-needs.ts';
import type { Clock } from '../clock/clock.ts';
import type { Recovery } from '../recovery/recovery.ts';

/** Whether printing is allowed: not while the clock is doubtful, and not from restored data that is not confirmed. */
export class PrintPermission {
  readonly #clock: Clock;
  readonly #recovery: Recovery;

  constructor({ clock, recovery }: { clock: Clock; recovery: Recovery }) {
    this.#clock = clock;
    this.#recovery = recovery;
  }

  isGranted(): boolean {
    return !this.#recovery.isUnconfirmed && this.#clock.state() !== 'doubtful';
  }

  /** Whether labels with dates may be printed: not after the clock was set, until a person confirms it. */
  areDatesAllowed(): boolean {
    return this.#clock.state() === 'ok';
  }

  /**
   * Throws `clock-doubtful` if one of these labels shows the moment of its print and the clock was set. Frozen jobs have their dates
   * already and are not checked.
   */
  async refuseDates(needs: readonly Pick<LabelNeeds, 'moment'>[]): Promise<void> {
    if (!this.areDatesAllowed() && needs.some(({ moment }) => moment)) throw await this.#clock.refusal();
  }

  /** Why this job does not print while jobs without dates do; undefined if it prints. */
  async dateWarning(job: { isDated: boolean } | undefined): Promise<StatusError | undefined> {
    return job?.isDated ? this.#clock.dateWarning() : undefined;
  }

  /** The problem for selections and triggers while printing is not allowed. */
  async refusal(): Promise<ProblemError> {
    return this.#recovery.refusal() ?? (await this.#clock.refusal());
  }

  /** Why nothing prints and what to do, for the status of every printer. */
  async warnings(): Promise<StatusError[]> {
    return [this.#recovery.warning, await this.#clock.warning()].filter((warning) => warning !== undefined);
  }
}
