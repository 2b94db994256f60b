import type { VerificationVerdict, VerdictCounts } from '#contract/api-v3/verification.ts';

const MOST = 100;

/** The verdicts on the newest 100 prints of a reader. */
export class RecentVerdicts {
  #newest: VerificationVerdict[] = [];

  add(verdict: VerificationVerdict): void {
    this.#newest.push(verdict);
    if (this.#newest.length > MOST) this.#newest.shift();
  }

  counts(): VerdictCounts {
    const count = (verdict: VerificationVerdict) => this.#newest.filter((other) => other === verdict).length;
    return { verified: count('verified'), misread: count('misread'), mismatch: count('mismatch'), notRead: count('not-read') };
  }
}
