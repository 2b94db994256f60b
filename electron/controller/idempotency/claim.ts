import type { ControllerTransaction } from '#storage/controller-schema.ts';

/**
 * A request that takes effect once, as the rooms see it. They write it down in the very transaction of its effect: whatever is killed
 * after that, a repeat is answered, and what is killed before it had no effect.
 */
export interface Claim {
  /** What the client calls its request, as it is stored: see `clientKey`. */
  readonly key: string;
  /** The request takes effect in this transaction: a repeat gets this result. */
  keep(result: unknown, trx: ControllerTransaction): Promise<void>;
  /** The request is answered before its transaction is written: `keep` follows when the database takes it. */
  keepLater(): void;
  /**
   * The request makes a print in this transaction. Comes before the print is written down, which carries the key: until the request
   * itself is answered, a repeat is answered by what became of the print.
   */
  keepForPrint(result: unknown, trx: ControllerTransaction): Promise<void>;
}
