import type { Verdict, VerdictCounts } from '#contract/api-v3/verification.ts';

const MOST = 100;

/** The verdicts on the newest 100 prints of a reader. */
export class RecentVerdicts {
  #newest: Verdict[] = [];

  add(verdict: Verdict): void {
    this.#newest.push(verdict);
    if (this.#newest.length > MOST) this.#newest.shift();
  }

  counts(): VerdictCounts {
    const count = (verdict: Verdict) => this.#newest.filter((other) => other === verdict).length;
    return { verified: count('verified'), misread: count('misread'), mismatch: count('mismatch'), notRead: count('not-read') };
  }
}
