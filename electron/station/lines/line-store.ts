import { z } from 'zod';
import { lineSchema, type Line } from '#contract/station/lines.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import { parseStored } from '../platform/stored-json.ts';

const KEY = 'lines';
/** Copy of the stored lines, written before lines that this version cannot read are dropped. */
const UNUSABLE_KEY = 'lines-unusable';

/** The lines in the station's database. All lines are one value, so that a change of several lines is atomic. */
export class LineStore {
  readonly #db: StationDatabase;

  constructor(db: StationDatabase) {
    this.#db = db;
  }

  /** The lines that this version can read. */
  async list(): Promise<Line[]> {
    const row = await this.#db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
    if (!row) return [];
    const lines = parseStored(z.array(z.unknown()), row.value)?.map((line) => lineSchema.safeParse(line).data);
    const usable = lines?.filter((line) => line !== undefined);
    // The next change overwrites the value, so lines that cannot be read are copied first.
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
