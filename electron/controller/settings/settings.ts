import { z } from 'zod';
import {
  controllerSettingsSchema,
  retentionSchema,
  timeZoneSchema,
  type ControllerSettings,
  type RetentionSettings,
} from '#contract/api-v3/settings.ts';
import { parseInput } from '#contract/parse-input.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { KeptReading } from '#storage/kept-reading.ts';
import { Statement } from '#storage/statement.ts';
import { tellNobody, type Tell } from '../events/events.ts';
import { contentUnusable, tryStored } from '../stored-content/stored-json.ts';

const TIME_ZONE = 'timeZone';
const MONTH_END = 'monthEnd';
const PRODUCTION_DAY_START = 'productionDayStart';
const CONTROLLER_ID = 'controllerId';
const RETENTION = 'retention';

const UNUSABLE_ZONE = 'UTC';

const VALUE_OF = new Statement<{ value: string }>('SELECT value FROM settings WHERE key = ?1');
const OF_DATES = new Statement<{ key: string; value: string }>('SELECT key, value FROM settings WHERE key IN (?1, ?2, ?3)');

/** What the controller remembers about itself: texts by key. */
export class Settings {
  readonly #db: ControllerDatabase;
  readonly #newId: () => string;
  readonly #tell: Tell;
  readonly #dates = new KeptReading('settings', (db: ControllerDatabase | ControllerTransaction) => this.#readDates(db));

  constructor({ db, newId, tell = tellNobody }: { db: ControllerDatabase; newId: () => string; tell?: Tell }) {
    this.#db = db;
    this.#tell = tell;
    this.#newId = newId;
  }

  /**
   * The IANA zone of all dates and buckets. Taken from the machine at the first question and kept from then on, so that dates on
   * products do not shift when the machine's zone is changed. UTC where the stored one is unknown: nothing is printed by it.
   */
  async timeZone(db: ControllerDatabase | ControllerTransaction = this.#db): Promise<string> {
    const stored = await this.get(TIME_ZONE, db);
    if (stored !== undefined) return timeZoneSchema.safeParse(stored).data ?? UNUSABLE_ZONE;
    return this.#once(TIME_ZONE, () => new Intl.DateTimeFormat().resolvedOptions().timeZone, db);
  }

  /** Throws `invalid-input` when this is no IANA time zone. */
  async putTimeZone(timeZone: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<void> {
    await this.put(TIME_ZONE, parseInput(timeZoneSchema, timeZone, `/${TIME_ZONE}`), db);
    this.#tell({ type: 'settings:changed' }, db);
  }

  /** How a moment becomes dates, read at one moment. Throws `content-unusable`: a date by other rules would be a wrong one. */
  async dates(db: ControllerDatabase | ControllerTransaction = this.#db): Promise<ControllerSettings> {
    return this.#dates.get(db, '');
  }

  async #readDates(db: ControllerDatabase | ControllerTransaction): Promise<ControllerSettings> {
    const rows = await OF_DATES.all(db, TIME_ZONE, MONTH_END, PRODUCTION_DAY_START);
    const stored = new Map(rows.map(({ key, value }) => [key, value]));
    const dates = {
      timeZone: stored.get(TIME_ZONE) ?? (await this.timeZone(db)),
      monthEnd: stored.get(MONTH_END) ?? 'end',
      productionDayStart: Number(stored.get(PRODUCTION_DAY_START) ?? 0),
    };
    const { data, error } = controllerSettingsSchema.safeParse(dates);
    if (data) return data;
    throw contentUnusable({ title: 'setting of dates', instance: '/api/v3/settings' }, z.prettifyError(error));
  }

  /** Holds for prints from now on: one that was made keeps its own. Throws `invalid-input`, and then changes nothing. */
  async putDates(
    { timeZone, monthEnd, productionDayStart }: ControllerSettings,
    db: ControllerDatabase | ControllerTransaction = this.#db,
  ): Promise<void> {
    await inTransaction(db, async (trx) => {
      await this.putTimeZone(timeZone, trx);
      await this.put(MONTH_END, monthEnd, trx);
      await this.put(PRODUCTION_DAY_START, String(productionDayStart), trx);
    });
  }

  /** How long prints and minutes are kept; for ever where what is stored cannot be used. */
  async retention(db: ControllerDatabase | ControllerTransaction = this.#db): Promise<RetentionSettings> {
    const read = tryStored(retentionSchema, (await this.get(RETENTION, db)) ?? '{}');
    return 'fault' in read ? retentionSchema.parse({}) : retentionSchema.parse(read.value);
  }

  /** What is older is removed within the hour. */
  async putRetention(retention: RetentionSettings, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<void> {
    await this.put(RETENTION, JSON.stringify(retention), db);
    this.#tell({ type: 'settings:changed' }, db);
  }

  /** The identity of this controller, made once: a station tells by it that an address leads to another controller now. */
  async controllerId(): Promise<string> {
    return this.#once(CONTROLLER_ID, this.#newId, this.#db);
  }

  async get(key: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<string | undefined> {
    return (await VALUE_OF.first(db, key))?.value;
  }

  async put(key: string, value: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<void> {
    await inTransaction(db, (trx) =>
      trx
        .insertInto('settings')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute(),
    );
  }

  async #once(key: string, make: () => string, db: ControllerDatabase | ControllerTransaction): Promise<string> {
    const made = await this.get(key, db);
    if (made !== undefined) return made;
    return inTransaction(db, async (trx) => {
      const known = await this.get(key, trx);
      if (known !== undefined) return known;
      const value = make();
      await this.put(key, value, trx);
      return value;
    });
  }
}
