import type { z } from 'zod';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import { parseStored } from './stored-json.ts';

/** One value in the settings of the station's database, as JSON. */
export class StoredSetting<Value> {
  readonly #db: StationDatabase;
  readonly #key: string;
  readonly #schema: z.ZodType<Value>;

  constructor(db: StationDatabase, key: string, schema: z.ZodType<Value>) {
    this.#db = db;
    this.#key = key;
    this.#schema = schema;
  }

  /** Undefined when nothing is stored, or nothing that this version can read. */
  async read(): Promise<Value | undefined> {
    const row = await this.#db.selectFrom('settings').select('value').where('key', '=', this.#key).executeTakeFirst();
    return row && parseStored(this.#schema, row.value);
  }

  /** Once it has resolved, the value survives a power failure. */
  async save(value: Value): Promise<void> {
    const text = JSON.stringify(value);
    await this.#db
      .insertInto('settings')
      .values({ key: this.#key, value: text })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
      .execute();
  }
}
