import { alarmSchema, type Alarm } from '#contract/station/alarms.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import { parseStored } from '../platform/stored-json.ts';
import type { BackgroundWrites } from '../platform/background-writes.ts';

/** The current alarms in the station's database: an alarm stays until it is acknowledged, also over a restart. */
export class AlarmStore {
  readonly #db: StationDatabase;
  readonly #writes: BackgroundWrites;

  constructor(db: StationDatabase, writes: BackgroundWrites) {
    this.#db = db;
    this.#writes = writes;
  }

  /** The alarms that this version can read. One of another version is left out; it is raised again while its condition persists. */
  async list(): Promise<Alarm[]> {
    const rows = await this.#db.selectFrom('alarms').select('alarm').execute();
    return rows.flatMap(({ alarm }) => parseStored(alarmSchema, alarm) ?? []);
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
      { key: `alarm ${row.id}` },
    );
  }

  remove(id: string): void {
    this.#writes.add((trx) => trx.deleteFrom('alarms').where('id', '=', id).execute(), { key: `alarm ${id}` });
  }
}
