import type { ControllerTransaction } from '#storage/database/controller-schema.ts';

/**
 * A request that is executed once, as the modules see it. They store its result in the transaction of its effect: if the controller is
 * killed after it, a repeat gets the result; before it, nothing has happened.
 */
export interface IdempotentRequest {
  /** The idempotency key as it is stored: see `clientKey`. */
  readonly key: string;
  /** Stores the result in the transaction of the request's effect. A repeat gets this result. */
  store(result: unknown, trx: ControllerTransaction): Promise<void>;
  /** Announces that the response is sent before the transaction is written; `store` follows when the database accepts it. */
  storeLater(): void;
  /**
   * Stores the key in the transaction that reserves a print, before the print is inserted. Until the request itself is answered, the
   * outcome of the print answers a repeat.
   */
  storeForPrint(result: unknown, trx: ControllerTransaction): Promise<void>;
}
