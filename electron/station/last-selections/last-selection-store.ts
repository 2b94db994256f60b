import { z } from 'zod';
import { lastSelectionSchema, type LastSelection } from '#contract/station/last-selection.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import type { BackgroundWrites } from '../platform/background-writes.ts';
import { parseStored } from '../platform/stored-json.ts';

/** A selection with the printer that it was made on. */
export interface StoredSelection {
  connection: string;
  printer: string;
  selection: LastSelection;
}

const KEY = 'last-selections';
const storedSchema = z.array(z.object({ connection: z.string(), printer: z.string(), selection: lastSelectionSchema }));

/** The last selections in the station's database, as one value. Writes run in the background. */
export class LastSelectionStore {
  readonly #db: StationDatabase;
  readonly #writes: BackgroundWrites;

  constructor(db: StationDatabase, writes: BackgroundWrites) {
    this.#db = db;
    this.#writes = writes;
  }

  async list(): Promise<StoredSelection[]> {
    const row = await this.#db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
    return (row && parseStored(storedSchema, row.value)) ?? [];
  }

  save(selections: readonly StoredSelection[]): void {
    const value = JSON.stringify(selections);
    this.#writes.add(
      (trx) =>
        trx
          .insertInto('settings')
          .values({ key: KEY, value })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
          .execute(),
      { key: KEY, bytes: 2 * value.length },
    );
  }
}
