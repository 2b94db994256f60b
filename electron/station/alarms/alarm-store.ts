import { alarmSchema, type Alarm } from '#contract/station/alarms.ts';
import type { StationDatabase } from '#storage/station-schema.ts';
import { tryStored } from '../stored-json.ts';
import type { BackgroundWrites } from '../background-writes.ts';

/** The alarms that are not over, in the station's database: a failure stays until it was seen, also over a restart. */
export class AlarmStore {
  readonly #db: StationDatabase;
  readonly #writes: BackgroundWrites;

  constructor(db: StationDatabase, writes: BackgroundWrites) {
    this.#db = db;
    this.#writes = writes;
  }

  /** Those that this version knows: one of another version is left out, and raised anew if it still holds. */
  async list(): Promise<Alarm[]> {
    const rows = await this.#db.selectFrom('alarms').select('alarm').execute();
    return rows.flatMap(({ alarm }) => tryStored(alarmSchema, alarm) ?? []);
  }

  save(alarm: Alarm): void {
    const row = { id: alarm.id, alarm: JSON.stringify(alarm) };
    this.#writes.add(
      (trx) =>
        trx
          .insertInto('alarms')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ alarm: row.alarm }))
          .execute(),
      { matter: `alarm ${row.id}` },
    );
  }

  remove(id: string): void {
    this.#writes.add((trx) => trx.deleteFrom('alarms').where('id', '=', id).execute(), { matter: `alarm ${id}` });
  }
}
