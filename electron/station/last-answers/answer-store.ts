import { Statement } from '#storage/database/statement.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import type { BackgroundWrites } from '../platform/background-writes.ts';

/** Identifies a read of a controller. */
export interface Question {
  connection: string;
  /** Noun and verb, such as `labels.get`. */
  operation: string;
  /** Name of the item that is read; empty for a list. */
  name: string;
  /** The other parameters as JSON. */
  question: string;
}

export interface StoredAnswer {
  /** JSON. */
  answer: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Limits for one connection: answers, and their bytes. The oldest are deleted. */
const MAX = 3_000;
const MAX_BYTES = 128 * 1024 * 1024;

const TRIM = new Statement(`
  DELETE FROM last_answers WHERE connection = ?1 AND at <= (
    SELECT at FROM (
      SELECT at, row_number() OVER newest AS count, sum(octet_length(answer)) OVER newest AS bytes
      FROM last_answers WHERE connection = ?1
      WINDOW newest AS (ORDER BY at DESC, operation, name, question ROWS UNBOUNDED PRECEDING)
    ) WHERE count > ?2 OR bytes > ?3 ORDER BY at DESC LIMIT 1)`);

/** Memory of a queued write: two bytes for each character, and its own objects. */
const bytesOf = (text: string): number => 2 * text.length + 1_024;

/** The last answers of controllers in the station's database. Writes run in the background. */
export class AnswerStore {
  readonly #db: StationDatabase;
  readonly #writes: BackgroundWrites;
  readonly #mostBytes: number;

  constructor(db: StationDatabase, writes: BackgroundWrites, maxBodyBytes = MAX_BYTES) {
    this.#db = db;
    this.#writes = writes;
    this.#mostBytes = maxBodyBytes;
  }

  save(question: Question, { answer, at }: StoredAnswer): void {
    this.#writes.add(
      (trx) =>
        trx
          .insertInto('last_answers')
          .values({ ...question, answer, at })
          .onConflict((conflict) => conflict.columns(['connection', 'operation', 'name', 'question']).doUpdateSet({ answer, at }))
          .execute(),
      { key: `answer ${JSON.stringify(question)}`, bytes: bytesOf(answer) },
    );
  }

  async find(question: Question): Promise<StoredAnswer | undefined> {
    await this.#writes.flush();
    return this.#of(question).where('question', '=', question.question).select(['answer', 'at']).executeTakeFirst();
  }

  /** The time of the oldest answer for this item, milliseconds since the epoch; null when there is none. */
  async oldest(question: Omit<Question, 'question'>): Promise<number | null> {
    await this.#writes.flush();
    const found = await this.#of(question)
      .select((eb) => eb.fn.min('at').as('at'))
      .executeTakeFirst();
    return found?.at ?? null;
  }

  /** Deletes the oldest answers beyond the limits. */
  trim(connection: string): void {
    this.#writes.add((trx) => TRIM.run(trx, connection, MAX, this.#mostBytes));
  }

  forget(connection: string): void {
    this.#writes.add((trx) => trx.deleteFrom('last_answers').where('connection', '=', connection).execute());
  }

  #of({ connection, operation, name }: Omit<Question, 'question'>) {
    return this.#db
      .selectFrom('last_answers')
      .where('connection', '=', connection)
      .where('operation', '=', operation)
      .where('name', '=', name);
  }
}
