import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';

/** What a request was answered, word for word. */
export interface KeptAnswer {
  status: number;
  body: string;
}

const DAY = 24 * 60 * 60 * 1_000;
/** Status of a request that has begun and is not answered yet. */
const BEGUN = 0;

/**
 * Requests that carried an idempotency key, and their answers, for a day. A key is written down before its request takes
 * effect: a controller that is killed in between does not repeat the effect, it says that the outcome is unknown.
 */
export class IdempotencyKeys {
  readonly #db: ControllerDatabase;
  readonly #now: () => number;
  readonly #underWay = new Set<string>();

  /** `now` goes on with the time that passes, whatever the clock is set to: a key must not be forgotten early. */
  constructor({ db, now }: { db: ControllerDatabase; now: () => number }) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * The answer that this very request was given before, or undefined when it is the first with its key; it must then be ended by
   * `keep` or `forget`. Throws `idempotency-mismatch`, `idempotency-in-flight` or `idempotency-unknown`.
   */
  async begin(key: string, requestHash: string): Promise<KeptAnswer | undefined> {
    await this.#db
      .deleteFrom('idempotency_keys')
      .where('created', '<', this.#now() - DAY)
      .execute();
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('idempotency_keys')
      .values({ key, request_hash: requestHash, status: BEGUN, body: '', created: this.#now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) {
      this.#underWay.add(key);
      return undefined;
    }
    return this.#answerOf(key, requestHash);
  }

  /** Writes down how the request with this key was answered. */
  async keep(key: string, answer: KeptAnswer): Promise<void> {
    this.#underWay.delete(key);
    await this.#db.updateTable('idempotency_keys').set(answer).where('key', '=', key).execute();
  }

  /** The request had no effect: the key is free again. */
  async forget(key: string): Promise<void> {
    this.#underWay.delete(key);
    await this.#db.deleteFrom('idempotency_keys').where('key', '=', key).execute();
  }

  async #answerOf(key: string, requestHash: string): Promise<KeptAnswer> {
    const known = await this.#db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst();
    if (known && known.request_hash !== requestHash) {
      const detail = `The idempotency key "${key}" was used for another request.`;
      throw new ProblemError('idempotency-mismatch', { detail });
    }
    if (!known || this.#underWay.has(key)) {
      const detail = `The first request with the idempotency key "${key}" is not answered yet.`;
      throw new ProblemError('idempotency-in-flight', { detail });
    }
    if (known.status === BEGUN) {
      const detail = `The controller ended while the request with the idempotency key "${key}" ran. Look whether it took effect, then use a new key.`;
      throw new ProblemError('idempotency-unknown', { detail });
    }
    return { status: known.status, body: known.body };
  }
}
