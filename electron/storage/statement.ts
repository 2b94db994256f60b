import { CompiledQuery } from 'kysely';

type Parameter = string | number | null;

/** Kysely, or one of its transactions. */
interface Db {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ rows: Row[] }>;
}

/**
 * A statement that is written once and runs often: to build it with every print would cost more than to run it. `Row` is what one of its
 * rows holds; the parameters stand in the order of `?1`, `?2`, ...
 */
export class Statement<Row = never> {
  readonly #query: CompiledQuery<Row>;

  constructor(sql: string) {
    this.#query = CompiledQuery.raw(sql) as CompiledQuery<Row>;
  }

  async all(db: Db, ...parameters: readonly Parameter[]): Promise<Row[]> {
    const { rows } = await db.executeQuery<Row>({ ...this.#query, parameters });
    return rows;
  }

  /** The first row, undefined when there is none. */
  async first(db: Db, ...parameters: readonly Parameter[]): Promise<Row | undefined> {
    return (await this.all(db, ...parameters))[0];
  }

  async run(db: Db, ...parameters: readonly Parameter[]): Promise<void> {
    await this.all(db, ...parameters);
  }
}
