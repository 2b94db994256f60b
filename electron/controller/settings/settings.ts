import { ProblemError } from '#contract/problem.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';

const TIME_ZONE = 'timeZone';
const CONTROLLER_ID = 'controllerId';

/** What the controller remembers about itself: texts by key. */
export class Settings {
  readonly #db: ControllerDatabase;
  readonly #newId: () => string;

  constructor({ db, newId }: { db: ControllerDatabase; newId: () => string }) {
    this.#db = db;
    this.#newId = newId;
  }

  /**
   * The IANA zone of all dates and buckets. Taken from the machine at the first question and kept from then on, so that dates on
   * products do not shift when the machine's zone is changed.
   */
  async timeZone(): Promise<string> {
    return this.#once(TIME_ZONE, () => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  }

  /** Throws `invalid-input` when this is no IANA time zone. */
  async putTimeZone(timeZone: string): Promise<void> {
    if (!isTimeZone(timeZone)) {
      const detail = `"${timeZone}" is not a time zone; one looks like Europe/Berlin`;
      throw new ProblemError('invalid-input', { detail, errors: [{ pointer: `/${TIME_ZONE}`, detail }] });
    }
    await this.put(TIME_ZONE, timeZone);
  }

  /** The identity of this controller, made once: a station tells by it that an address leads to another controller now. */
  async controllerId(): Promise<string> {
    return this.#once(CONTROLLER_ID, this.#newId);
  }

  async get(key: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<string | undefined> {
    const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
    return row?.value;
  }

  async put(key: string, value: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<void> {
    await db
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  }

  #once(key: string, make: () => string): Promise<string> {
    return inTransaction(this.#db, async (trx) => {
      const known = await this.get(key, trx);
      if (known !== undefined) return known;
      const value = make();
      await this.put(key, value, trx);
      return value;
    });
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
