import { z } from 'zod';
import { lineSchema, type Line } from '#contract/station/lines.ts';
import type { StationDatabase } from '#storage/station-schema.ts';
import { tryStored } from '../stored-json.ts';

const KEY = 'lines';
/** Where lines are kept that this version could not use. */
const UNUSABLE_KEY = 'lines-unusable';

/** The lines that people made, in the station's database: all of them in one value, so that a change is there as a whole or not at all. */
export class LineStore {
  readonly #db: StationDatabase;

  constructor(db: StationDatabase) {
    this.#db = db;
  }

  /** Those that this version can use. */
  async list(): Promise<Line[]> {
    const row = await this.#db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
    if (!row) return [];
    const lines = tryStored(z.array(z.unknown()), row.value)?.map((line) => lineSchema.safeParse(line).data);
    const usable = lines?.filter((line) => line !== undefined);
    // The next change writes all lines anew: what cannot be used now is kept aside.
    if (!lines || usable?.length !== lines.length) await this.#put(UNUSABLE_KEY, row.value);
    return usable ?? [];
  }

  async save(lines: readonly Line[]): Promise<void> {
    await this.#put(KEY, JSON.stringify(lines));
  }

  async #put(key: string, value: string): Promise<void> {
    await this.#db
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  }
}
