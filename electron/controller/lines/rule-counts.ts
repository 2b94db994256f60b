import type { LineRules, RuleStanding } from '#contract/api-v3/controller-line.ts';

/** How many products after a missed one a reader may report as blank without that it counts again. */
const MOST_AWAITED = 100;

/** What the rules count of one printer. Pure: it is told what happened. */
export class RuleCounts {
  /** Products in a row without a print. */
  unprinted = 0;
  /** Products in a row that a reader did not verify. */
  unverified = 0;
  /** Seconds for which the printer has not been able to print although it has a job. */
  staleSeconds = 0;
  /** Products that were missed at the printer and have not passed the reader yet. */
  #awaited = 0;

  /** A print was made. */
  printed(): void {
    this.unprinted = 0;
  }

  /** Products passed the printer without a print. */
  missed(products: number): void {
    this.unprinted += products;
    this.#awaited = Math.min(MOST_AWAITED, this.#awaited + products);
  }

  /**
   * A reader saw a product without a code where no print was expected. Returns whether it is a product that no detector saw: one that was missed at
   * the printer is counted already.
   */
  blankSeen(): boolean {
    if (this.#awaited > 0) {
      this.#awaited -= 1;
      return false;
    }
    this.unprinted += 1;
    return true;
  }

  /** A reader gave its verdict on a print. */
  verified(isRight: boolean): void {
    this.unverified = isRight ? 0 : this.unverified + 1;
  }

  /** A person has resumed the line. */
  reset(): void {
    this.unprinted = 0;
    this.unverified = 0;
    this.staleSeconds = 0;
    this.#awaited = 0;
  }

  /** How far the printer is from the limits of the rules that count. */
  standings(printer: string, { productsWithoutPrint, failedReads, staleData }: LineRules): RuleStanding[] {
    const counted: [RuleStanding['rule'], number, number | null][] = [
      ['products-without-print', this.unprinted, productsWithoutPrint],
      ['failed-reads', this.unverified, failedReads],
      ['stale-data', this.staleSeconds, staleData],
    ];
    return counted.flatMap(([rule, count, limit]) => (limit === null ? [] : [{ rule, printer, count, limit }]));
  }
}
