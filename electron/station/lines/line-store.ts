import { z } from 'zod';
import { lineSchema, type Line } from '#contract/station/lines.ts';
import type { StationDatabase } from '#storage/station-schema.ts';

const KEY = 'lines';
const linesSchema = z.array(lineSchema);

/** The lines that people made, in the station's database: all of them in one value, so that a change is there as a whole or not at all. */
export class LineStore {
  readonly #db: StationDatabase;

  constructor(db: StationDatabase) {
    this.#db = db;
  }

  async list(): Promise<Line[]> {
    const row = await this.#db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
    return row ? linesSchema.parse(JSON.parse(row.value)) : [];
  }

  async save(lines: readonly Line[]): Promise<void> {
    const value = JSON.stringify(lines);
    await this.#db
      .insertInto('settings')
      .values({ key: KEY, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  }
}
