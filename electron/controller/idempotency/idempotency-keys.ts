import type { PrintState } from '#contract/api-v3/print.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { whenDurable } from '#storage/database/open-transactions.ts';
import { sentKey } from './client-key.ts';

/** The stored response of a request. */
export interface StoredResponse {
  status: number;
  body: string;
}

/**
 * Longer bodies are not stored, in characters. Operations with an effect have shorter responses; pictures and labels are produced again.
 */
const MAX_BODY = 256 * 1024;
const DAY = 24 * 60 * 60 * 1_000;
/** The status of a request without a response yet. The print that carries the key tells its outcome. */
const IN_FLIGHT = 0;
/** The status of the response to a request whose print was made. */
const ACCEPTED = 202;

/**
 * Requests with an idempotency key and their responses, stored for a day. The key is stored in the transaction of the request's effect: if
 * the controller is killed before it, a repeat is executed; after it, a repeat gets the response.
 */
export class IdempotencyKeys {
  readonly #db: ControllerDatabase;
  readonly #now: () => number;
  readonly #inFlight = new Map<string, { requestHash: string; isStored: boolean }>();

  /** `now` follows the elapsed time even if the clock is changed, so that no key expires early. */
  constructor({ db, now }: { db: ControllerDatabase; now: () => number }) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * Returns the response that this request got before; undefined when it is to be executed, which is then in flight until `end`. Throws
   * `idempotency-mismatch`, `idempotency-in-flight`, or `idempotency-unknown`, which names a print of unknown outcome.
   */
  async begin(key: string, requestHash: string): Promise<StoredResponse | undefined> {
    const other = this.#inFlight.get(key);
    if (other) throw other.requestHash === requestHash ? inFlight(key) : mismatch(key);
    const request = { requestHash, isStored: false };
    this.#inFlight.set(key, request);
    try {
      const answer = await this.#answerOf(key, requestHash);
      if (answer) this.#inFlight.delete(key);
      return answer;
    } catch (error) {
      this.#inFlight.delete(key);
      throw error;
    }
  }

  /** Stores the response in the transaction of the request's effect. Pass `requestHash` when the response may have been sent already. */
  async store(key: string, answer: StoredResponse & { requestHash?: string }, trx: ControllerTransaction): Promise<void> {
    await this.#write(key, answer, trx);
    this.storeLater(key);
  }

  /** Announces that the module stores the response itself, when the database accepts it; `end` does not. */
  storeLater(key: string): void {
    const request = this.#inFlight.get(key);
    if (request) request.isStored = true;
  }

  /**
   * Stores the key in the transaction that reserves the request's print, before the print is inserted. Detaches the key from an earlier
   * print.
   */
  async storeForPrint(key: string, { body }: StoredResponse, trx: ControllerTransaction): Promise<void> {
    await trx.updateTable('prints').set({ idempotency_key: null }).where('idempotency_key', '=', key).execute();
    await this.#write(key, { status: IN_FLIGHT, body }, trx);
  }

  /**
   * Ends a request. A success that its transaction did not store is stored now. The key of a request that was refused (4xx) is free again.
   * After any other failure, the print tells the outcome, if there is one.
   */
  async end(key: string, answer: StoredResponse): Promise<void> {
    try {
      if (answer.status >= 500) return;
      if (answer.status >= 400) await inTransaction(this.#db, (trx) => trx.deleteFrom('idempotency_keys').where('key', '=', key).execute());
      else if (!this.#inFlight.get(key)?.isStored && answer.body.length <= MAX_BODY)
        await inTransaction(this.#db, (trx) => this.#write(key, answer, trx));
    } finally {
      this.#inFlight.delete(key);
    }
  }

  async #write(key: string, answer: StoredResponse & { requestHash?: string }, trx: ControllerTransaction): Promise<void> {
    const { status, body, requestHash = this.#inFlight.get(key)?.requestHash ?? '' } = answer;
    const created = this.#now();
    await trx
      .deleteFrom('idempotency_keys')
      .where('created', '<', created - DAY)
      .execute();
    const values = { status, body, request_hash: requestHash, created };
    await trx
      .insertInto('idempotency_keys')
      .values({ key, ...values })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
      .execute();
  }

  async #answerOf(key: string, requestHash: string): Promise<StoredResponse | undefined> {
    const stored = await this.#db
      .selectFrom('idempotency_keys')
      .leftJoin('prints', 'prints.idempotency_key', 'idempotency_keys.key')
      .select(['idempotency_keys.key', 'request_hash', 'status', 'body', 'prints.id as print', 'prints.state'])
      .where('idempotency_keys.key', 'in', [key, sentKey(key)])
      .where('idempotency_keys.created', '>=', this.#now() - DAY)
      .execute();
    const existing = stored.find((row) => row.key === key) ?? stored[0];
    if (!existing) return undefined;
    await whenDurable(this.#db);
    if (existing.request_hash !== requestHash) throw mismatch(key);
    const { status, body, print, state } = existing;
    if (status !== IN_FLIGHT) return { status, body };
    if (print === null || state === null) throw unknown(key);
    return answerOfPrint(key, { print, state, body });
  }
}

/** Undefined for a print that was certainly not made: the request had no effect and is executed again. */
function answerOfPrint(
  key: string,
  { print, state, body }: { print: number; state: PrintState; body: string },
): StoredResponse | undefined {
  if (state === 'void') return undefined;
  if (state !== 'unknown') return { status: ACCEPTED, body };
  const instance = `/api/v3/prints/${print}`;
  const detail =
    `The request with the idempotency key "${sentKey(key)}" asked for print ${print}, whose outcome is unknown. ` +
    `Check the product, resolve the print with POST ${instance}/resolution, and repeat the request.`;
  throw new ProblemError('idempotency-unknown', { detail, instance });
}

function mismatch(key: string): ProblemError {
  return new ProblemError('idempotency-mismatch', { detail: `The idempotency key "${sentKey(key)}" was used for a different request.` });
}

function inFlight(key: string): ProblemError {
  return new ProblemError('idempotency-in-flight', {
    detail: `The first request with the idempotency key "${sentKey(key)}" is not answered yet.`,
  });
}

/** For keys of an earlier version, which stored them before their effect. */
function unknown(key: string): ProblemError {
  const detail = `The controller ended while the request with the idempotency key "${sentKey(key)}" ran. Check whether it took effect, then use a new key.`;
  return new ProblemError('idempotency-unknown', { detail });
}
