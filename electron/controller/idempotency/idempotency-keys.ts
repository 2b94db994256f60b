import type { PrintState } from '#contract/api-v3/print.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { whenDurable } from '#storage/open-transactions.ts';
import { ownPart } from './client-key.ts';

/** What a request was answered, word for word. */
export interface KeptAnswer {
  status: number;
  body: string;
}

/** Characters of an answer that is kept. What has an effect answers less; a picture or a label that was asked for is made again. */
const LONGEST_BODY = 256 * 1024;
const DAY = 24 * 60 * 60 * 1_000;
/** Status of a request that is not answered yet. Its print, which carries the key, says what became of it. */
const BEGUN = 0;
/** What a request is answered whose print is made. */
const ACCEPTED = 202;

/**
 * Requests that carried an idempotency key, and their answers, for a day. A key is stored in the transaction in which its request takes
 * effect: a request that a kill has cut off before it is judged anew, and one that took effect is answered.
 */
export class IdempotencyKeys {
  readonly #db: ControllerDatabase;
  readonly #now: () => number;
  readonly #underWay = new Map<string, { requestHash: string; isKept: boolean }>();

  /** `now` goes on with the time that passes, whatever the clock is set to: a key must not be forgotten early. */
  constructor({ db, now }: { db: ControllerDatabase; now: () => number }) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * The answer that this very request was given before, or undefined when it is to take effect; it is then under way until `end`. Throws
   * `idempotency-mismatch`, `idempotency-in-flight`, or `idempotency-unknown` naming a print of which nobody knows.
   */
  async begin(key: string, requestHash: string): Promise<KeptAnswer | undefined> {
    const other = this.#underWay.get(key);
    if (other) throw other.requestHash === requestHash ? inFlight(key) : mismatch(key);
    const request = { requestHash, isKept: false };
    this.#underWay.set(key, request);
    try {
      const answer = await this.#answerOf(key, requestHash);
      if (answer) this.#underWay.delete(key);
      return answer;
    } catch (error) {
      this.#underWay.delete(key);
      throw error;
    }
  }

  /**
   * In the transaction in which the request takes effect: from now on a repeat gets this answer. `requestHash` is that of the request, which may
   * be answered before.
   */
  async keep(key: string, answer: KeptAnswer & { requestHash?: string }, trx: ControllerTransaction): Promise<void> {
    await this.#write(key, answer, trx);
    this.keepLater(key);
  }

  /** The room keeps the answer of this request itself, when the database takes it: `end` does not. */
  keepLater(key: string): void {
    const request = this.#underWay.get(key);
    if (request) request.isKept = true;
  }

  /** In the transaction in which the request's print is reserved, and before it: what an earlier print had of the key is over. */
  async keepForPrint(key: string, { body }: KeptAnswer, trx: ControllerTransaction): Promise<void> {
    await trx.updateTable('prints').set({ idempotency_key: null }).where('idempotency_key', '=', key).execute();
    await this.#write(key, { status: BEGUN, body }, trx);
  }

  /**
   * The request is answered. A success that its transaction did not keep is kept now; what was refused as the request's own fault had no
   * effect, and its key is free; after any other failure the print tells, if there is one.
   */
  async end(key: string, answer: KeptAnswer): Promise<void> {
    try {
      if (answer.status >= 500) return;
      if (answer.status >= 400) await inTransaction(this.#db, (trx) => trx.deleteFrom('idempotency_keys').where('key', '=', key).execute());
      else if (!this.#underWay.get(key)?.isKept && answer.body.length <= LONGEST_BODY)
        await inTransaction(this.#db, (trx) => this.#write(key, answer, trx));
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #write(key: string, answer: KeptAnswer & { requestHash?: string }, trx: ControllerTransaction): Promise<void> {
    const { status, body, requestHash = this.#underWay.get(key)?.requestHash ?? '' } = answer;
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

  async #answerOf(key: string, requestHash: string): Promise<KeptAnswer | undefined> {
    const stored = await this.#db
      .selectFrom('idempotency_keys')
      .leftJoin('prints', 'prints.idempotency_key', 'idempotency_keys.key')
      .select(['idempotency_keys.key', 'request_hash', 'status', 'body', 'prints.id as print', 'prints.state'])
      .where('idempotency_keys.key', 'in', [key, ownPart(key)])
      .where('idempotency_keys.created', '>=', this.#now() - DAY)
      .execute();
    const known = stored.find((row) => row.key === key) ?? stored[0];
    if (!known) return undefined;
    await whenDurable(this.#db);
    if (known.request_hash !== requestHash) throw mismatch(key);
    const { status, body, print, state } = known;
    if (status !== BEGUN) return { status, body };
    if (print === null || state === null) throw unknown(key);
    return answerOfPrint(key, { print, state, body });
  }
}

/** Undefined for a print that was certainly not made: then nothing came of its request, which is judged anew. */
function answerOfPrint(key: string, { print, state, body }: { print: number; state: PrintState; body: string }): KeptAnswer | undefined {
  if (state === 'void') return undefined;
  if (state !== 'unknown') return { status: ACCEPTED, body };
  const instance = `/api/v3/prints/${print}`;
  const detail =
    `Nobody can say whether print ${print} was made, which the request with the idempotency key "${ownPart(key)}" asked for. ` +
    `Look at the product, say what became of it with POST ${instance}/resolution, and repeat the request.`;
  throw new ProblemError('idempotency-unknown', { detail, instance });
}

function mismatch(key: string): ProblemError {
  return new ProblemError('idempotency-mismatch', { detail: `The idempotency key "${ownPart(key)}" was used for another request.` });
}

function inFlight(key: string): ProblemError {
  return new ProblemError('idempotency-in-flight', {
    detail: `The first request with the idempotency key "${ownPart(key)}" is not answered yet.`,
  });
}

/** Of a version that stored keys before their effect. */
function unknown(key: string): ProblemError {
  const detail = `The controller ended while the request with the idempotency key "${ownPart(key)}" ran. Look whether it took effect, then use a new key.`;
  return new ProblemError('idempotency-unknown', { detail });
}
