import { CompiledQuery } from 'kysely';
import { connectionOf } from './open-transactions.ts';

export type Parameter = string | number | null;

/** Kysely, or one of its transactions. */
interface Db {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ rows: Row[] }>;
}

/**
 * A frequent statement as SQL text: building it with Kysely for every print would take longer than running it. In a transaction it runs synchronously.
 * `Row` is the type of a result row; parameters are passed in the order of `?1`, `?2`, ...
 */
export class Statement<Row = never> {
  readonly #sql: string;

  constructor(sql: string) {
    this.#sql = sql;
  }

  /** The SQL text. */
  get text(): string {
    return this.#sql;
  }

  async all(db: Db, ...parameters: readonly Parameter[]): Promise<Row[]> {
    const connection = connectionOf(db);
    if (!connection) return (await db.executeQuery(CompiledQuery.raw(this.#sql, [...parameters]) as CompiledQuery<Row>)).rows;
    const statement = connection.prepare(this.#sql);
    if (statement.reader) return statement.all(parameters) as Row[];
    statement.run(parameters);
    return [];
  }

  /** The first row, undefined when there is none. */
  async first(db: Db, ...parameters: readonly Parameter[]): Promise<Row | undefined> {
    return (await this.all(db, ...parameters))[0];
  }

  async run(db: Db, ...parameters: readonly Parameter[]): Promise<void> {
    await this.all(db, ...parameters);
  }
}
