import type { CompiledQuery, Kysely } from 'kysely';

/** A statement as it stands: what it gives is known, its values are not. */
interface Compilable<Row> {
  compile: () => CompiledQuery<Row>;
}

/** Where a value goes, as long as there is none. */
class Gap {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** Stands for a value of this name. */
export type Value<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

/**
 * A statement that is run again and again: it is built and compiled at its first run, which takes several times as long as running it.
 * `value` stands for a value wherever the statement would have it; lists of values cannot be.
 */
export function compileOnce<Schema, Values extends object, Row>(
  build: (db: Kysely<Schema>, value: Value<Values>) => Compilable<Row>,
): (db: Kysely<Schema>, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    compiled ??= build(db, <Name extends keyof Values>(name: Name) => new Gap(name) as Values[Name]).compile();
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Gap ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
