import type { VerificationLimits } from '#contract/api-v3/reader.ts';
import type { VerificationVerdict } from '#contract/api-v3/verification.ts';

/** A limit of prints that are not verified. */
export type LimitName = 'consecutive' | 'recent';

/** Counts prints that are not verified against the limits of a reader. A limit is exceeded until good prints follow. */
export class LimitWatch {
  readonly #limits: VerificationLimits;
  #inARow = 0;
  /** Whether each of the newest prints failed, oldest first. */
  #newest: boolean[] = [];
  #exceeded: readonly LimitName[] = [];

  constructor(limits: VerificationLimits) {
    this.#limits = limits;
  }

  /** The limits that are exceeded now. */
  get exceeded(): readonly LimitName[] {
    return this.#exceeded;
  }

  /** Counts the verdict on one print. Returns the limits that it made exceeded. */
  add(verdict: VerificationVerdict): LimitName[] {
    const hasFailed = verdict !== 'verified';
    this.#inARow = hasFailed ? this.#inARow + 1 : 0;
    const { consecutive, recent } = this.#limits;
    if (recent) this.#newest = [...this.#newest, hasFailed].slice(-recent.of);
    const failed = this.#newest.filter(Boolean).length;
    const before = this.#exceeded;
    this.#exceeded = [
      ...(consecutive !== undefined && this.#inARow >= consecutive ? ['consecutive' as const] : []),
      ...(recent && failed >= recent.failed ? ['recent' as const] : []),
    ];
    return this.#exceeded.filter((limit) => !before.includes(limit));
  }
}
