import { Statement } from '#storage/statement.ts';
import type { StationDatabase } from '#storage/station-schema.ts';
import type { BackgroundWrites } from '../background-writes.ts';

/** One read of a controller. */
export interface Question {
  connection: string;
  /** Noun and verb. */
  operation: string;
  /** Of the thing that is read; empty for a list. */
  name: string;
  /** Whatever else is asked, as JSON. */
  question: string;
}

export interface KeptAnswer {
  /** JSON. */
  answer: string;
  at: number;
}

/** Answers that are kept of one connection at most, and their bytes together: the oldest give way. */
const MOST = 3_000;
const MOST_BYTES = 128 * 1024 * 1024;

const TRIM = new Statement(`
  DELETE FROM last_answers WHERE connection = ?1 AND at <= (
    SELECT at FROM (
      SELECT at, row_number() OVER newest AS count, sum(octet_length(answer)) OVER newest AS bytes
      FROM last_answers WHERE connection = ?1
      WINDOW newest AS (ORDER BY at DESC, operation, name, question ROWS UNBOUNDED PRECEDING)
    ) WHERE count > ?2 OR bytes > ?3 ORDER BY at DESC LIMIT 1)`);

/** Two bytes for each character, and what the work itself holds. */
const bytesOf = (text: string): number => 2 * text.length + 1_024;

/** What controllers answered last, in the station's database. Nobody waits for a write. */
export class AnswerStore {
  readonly #db: StationDatabase;
  readonly #writes: BackgroundWrites;
  readonly #mostBytes: number;

  constructor(db: StationDatabase, writes: BackgroundWrites, mostBytes = MOST_BYTES) {
    this.#db = db;
    this.#writes = writes;
    this.#mostBytes = mostBytes;
  }

  save(question: Question, { answer, at }: KeptAnswer): void {
    this.#writes.add(
      (trx) =>
        trx
          .insertInto('last_answers')
          .values({ ...question, answer, at })
          .onConflict((conflict) => conflict.columns(['connection', 'operation', 'name', 'question']).doUpdateSet({ answer, at }))
          .execute(),
      { matter: `answer ${JSON.stringify(question)}`, bytes: bytesOf(answer) },
    );
  }

  async find(question: Question): Promise<KeptAnswer | undefined> {
    await this.#writes.flush();
    return this.#of(question).where('question', '=', question.question).select(['answer', 'at']).executeTakeFirst();
  }

  /** When the oldest answer to any such question was given; null without one. */
  async oldest(question: Omit<Question, 'question'>): Promise<number | null> {
    await this.#writes.flush();
    const found = await this.#of(question)
      .select((eb) => eb.fn.min('at').as('at'))
      .executeTakeFirst();
    return found?.at ?? null;
  }

  /** Lets the oldest go where there are too many. */
  trim(connection: string): void {
    this.#writes.add((trx) => TRIM.run(trx, connection, MOST, this.#mostBytes));
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
