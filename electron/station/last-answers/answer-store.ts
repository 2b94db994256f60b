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

/** Answers that are kept of one connection, at most: the oldest give way. */
const MOST = 3_000;

/** What controllers answered last, in the station's database. Nobody waits for a write. */
export class AnswerStore {
  readonly #db: StationDatabase;
  readonly #writes: BackgroundWrites;

  constructor(db: StationDatabase, writes: BackgroundWrites) {
    this.#db = db;
    this.#writes = writes;
  }

  save(question: Question, { answer, at }: KeptAnswer): void {
    this.#writes.add(
      (trx) =>
        trx
          .insertInto('last_answers')
          .values({ ...question, answer, at })
          .onConflict((conflict) => conflict.columns(['connection', 'operation', 'name', 'question']).doUpdateSet({ answer, at }))
          .execute(),
      `answer ${JSON.stringify(question)}`,
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
    this.#writes.add(async (trx) => {
      const of = trx.selectFrom('last_answers').select('at').where('connection', '=', connection);
      const last = await of.orderBy('at', 'desc').offset(MOST).limit(1).executeTakeFirst();
      if (last) await trx.deleteFrom('last_answers').where('connection', '=', connection).where('at', '<=', last.at).execute();
    });
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
