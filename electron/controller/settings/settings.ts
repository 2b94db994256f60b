import { z } from 'zod';
import {
  dateSettingsSchema,
  retentionSchema,
  timeZoneSchema,
  type AccessSettings,
  type ControllerSettings,
  type DateSettings,
  type RetentionSettings,
} from '#contract/api-v3/settings.ts';
import { approvalRuleSchema, type ApprovalRuleSettings } from '#contract/api-v3/label-approval.ts';
import { fallbackFontsSchema, type FontName } from '#contract/api-v3/font.ts';
import { parseInput } from '#contract/parse-input.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { CachedRead } from '#storage/database/cached-query.ts';
import { Statement } from '#storage/database/statement.ts';
import { noPublish, type Publish } from '../events/events.ts';
import { contentUnusable, tryStored } from '../stored-content/stored-json.ts';

const TIME_ZONE = 'timeZone';
const MONTH_END = 'monthEnd';
const PRODUCTION_DAY_START = 'productionDayStart';
const LABEL_CHANGES = 'labelChangesReachRunningJobs';
const FALLBACK_FONTS = 'fallbackFonts';
const CONTROLLER_ID = 'controllerId';
const RETENTION = 'retention';
const KEY_REQUIRED = 'isKeyRequired';
export const APPROVAL_RULE = 'approvalRule';

const UNUSABLE_ZONE = 'UTC';

const VALUE_OF = new Statement<{ value: string }>('SELECT value FROM settings WHERE key = ?1');
const OF_DATES = new Statement<{ key: string; value: string }>('SELECT key, value FROM settings WHERE key IN (?1, ?2, ?3)');

/** The controller's settings: texts by key. */
export class Settings {
  readonly #db: ControllerDatabase;
  readonly #newId: () => string;
  readonly #publish: Publish;
  /** Read at the start, because every request needs it. */
  #isKeyRequired = false;
  readonly #dates = new CachedRead('settings', (db: ControllerDatabase | ControllerTransaction) => this.#readDates(db));

  readonly #fallbackFonts = new CachedRead('settings', (db: ControllerDatabase | ControllerTransaction) => this.#readFallbackFonts(db));

  readonly #approvalRule = new CachedRead('settings', (db: ControllerDatabase | ControllerTransaction) => this.#readApprovalRule(db));

  constructor({ db, newId, publish = noPublish }: { db: ControllerDatabase; newId: () => string; publish?: Publish }) {
    this.#db = db;
    this.#publish = publish;
    this.#newId = newId;
  }

  /** The IANA time zone of all dates and buckets. UTC if the stored zone is unknown: `dates` throws then, and nothing is printed. */
  async timeZone(db: ControllerDatabase | ControllerTransaction = this.#db): Promise<string> {
    return timeZoneSchema.safeParse(await this.storeTimeZone(db)).data ?? UNUSABLE_ZONE;
  }

  /**
   * Stores the machine's time zone unless one is stored, so that dates on products do not change with the machine's zone. Returns the stored one, which
   * this version may not know.
   */
  async storeTimeZone(db: ControllerDatabase | ControllerTransaction = this.#db): Promise<string> {
    return this.#once(TIME_ZONE, () => new Intl.DateTimeFormat().resolvedOptions().timeZone, db);
  }

  /** Throws `invalid-input` for an unknown IANA time zone. */
  async putTimeZone(timeZone: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<void> {
    await this.put(TIME_ZONE, parseInput(timeZoneSchema, timeZone, `/${TIME_ZONE}`), db);
    this.#publish({ type: 'settings:changed' }, db);
  }

  /** The rules for dates, read in one query. Throws `content-unusable`: other rules would print wrong dates. */
  async dates(db: ControllerDatabase | ControllerTransaction = this.#db): Promise<DateSettings> {
    return this.#dates.get(db, '');
  }

  async #readDates(db: ControllerDatabase | ControllerTransaction): Promise<DateSettings> {
    const rows = await OF_DATES.all(db, TIME_ZONE, MONTH_END, PRODUCTION_DAY_START);
    const stored = new Map(rows.map(({ key, value }) => [key, value]));
    const dates = {
      timeZone: stored.get(TIME_ZONE) ?? (await this.timeZone(db)),
      monthEnd: stored.get(MONTH_END) ?? 'end',
      productionDayStart: Number(stored.get(PRODUCTION_DAY_START) ?? 0),
    };
    const { data, error } = dateSettingsSchema.safeParse(dates);
    if (data) return data;
    throw contentUnusable({ title: 'setting of dates', instance: '/api/v3/settings' }, z.prettifyError(error));
  }

  /** Applies to prints from now on. Throws `invalid-input`, and changes nothing then. */
  async putDates(
    { timeZone, monthEnd, productionDayStart }: DateSettings,
    db: ControllerDatabase | ControllerTransaction = this.#db,
  ): Promise<void> {
    await inTransaction(db, async (trx) => {
      await this.putTimeZone(timeZone, trx);
      await this.put(MONTH_END, monthEnd, trx);
      await this.put(PRODUCTION_DAY_START, String(productionDayStart), trx);
    });
  }

  /** Whether a PUT of a label that says nothing about running jobs changes them. */
  async doLabelChangesReachRunningJobs(db: ControllerDatabase | ControllerTransaction = this.#db): Promise<boolean> {
    return (await this.get(LABEL_CHANGES, db)) === 'true';
  }

  /** The fonts for characters that the font of a text lacks. Throws `content-unusable`: without them other prints would be made. */
  async fallbackFonts(db: ControllerDatabase | ControllerTransaction = this.#db): Promise<readonly FontName[]> {
    return this.#fallbackFonts.get(db, '');
  }

  async #readFallbackFonts(db: ControllerDatabase | ControllerTransaction): Promise<readonly FontName[]> {
    const read = tryStored(fallbackFontsSchema, (await this.get(FALLBACK_FONTS, db)) ?? '[]');
    if ('fault' in read) throw contentUnusable({ title: 'setting of fallback fonts', instance: '/api/v3/settings' }, read.fault);
    return fallbackFontsSchema.parse(read.value);
  }

  /** The settings of the API. Throws as `dates` does. */
  async all(db: ControllerDatabase | ControllerTransaction = this.#db): Promise<ControllerSettings> {
    return {
      ...(await this.dates(db)),
      labelChangesReachRunningJobs: await this.doLabelChangesReachRunningJobs(db),
      fallbackFonts: [...(await this.fallbackFonts(db))],
    };
  }

  /** Replaces the settings of the API. Throws as `putDates` does. */
  async putAll(
    { labelChangesReachRunningJobs, fallbackFonts, ...dates }: ControllerSettings,
    db: ControllerDatabase | ControllerTransaction = this.#db,
  ): Promise<void> {
    await inTransaction(db, async (trx) => {
      await this.putDates(dates, trx);
      await this.put(LABEL_CHANGES, String(labelChangesReachRunningJobs), trx);
      await this.put(FALLBACK_FONTS, JSON.stringify(fallbackFonts), trx);
    });
  }

  /** Retention of prints and minutes; unlimited if the stored value is invalid. */
  async retention(db: ControllerDatabase | ControllerTransaction = this.#db): Promise<RetentionSettings> {
    const read = tryStored(retentionSchema, (await this.get(RETENTION, db)) ?? '{}');
    return 'fault' in read ? retentionSchema.parse({}) : retentionSchema.parse(read.value);
  }

  /** Older prints and minutes are removed within the hour. */
  async putRetention(retention: RetentionSettings, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<void> {
    await this.put(RETENTION, JSON.stringify(retention), db);
    this.#publish({ type: 'settings:changed' }, db);
  }

  /** Whether requests from this computer need a key, as `loadAccess` has read it. */
  get isKeyRequired(): boolean {
    return this.#isKeyRequired;
  }

  /** Reads the access settings, which apply from then on: at the start, and after each change. */
  async loadAccess(): Promise<void> {
    this.#isKeyRequired = (await this.get(KEY_REQUIRED)) === 'true';
  }

  /** Applies once `loadAccess` was called. */
  async putAccess({ isKeyRequired }: AccessSettings, trx: ControllerTransaction): Promise<void> {
    await this.put(KEY_REQUIRED, String(isKeyRequired), trx);
    this.#publish({ type: 'settings:changed' }, trx);
  }

  /** Where only approved labels print. Throws `content-unusable`: without the rule, labels would be printed that must not be. */
  async approvalRule(db: ControllerDatabase | ControllerTransaction = this.#db): Promise<ApprovalRuleSettings> {
    return this.#approvalRule.get(db, '');
  }

  async #readApprovalRule(db: ControllerDatabase | ControllerTransaction): Promise<ApprovalRuleSettings> {
    const read = tryStored(approvalRuleSchema, (await this.get(APPROVAL_RULE, db)) ?? '{}');
    if ('fault' in read) throw contentUnusable({ title: 'rule for approved labels', instance: '/api/v3/settings/approval' }, read.fault);
    return approvalRuleSchema.parse(read.value);
  }

  /** Applies to selections, and to jobs that begin, from now on. */
  async putApprovalRule(rule: ApprovalRuleSettings, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<void> {
    await this.put(APPROVAL_RULE, JSON.stringify(rule), db);
    this.#publish({ type: 'settings:changed' }, db);
  }

  /** The id of this controller, created once: a station detects by it that an address leads to another controller. */
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
    const stored = await this.get(key, db);
    if (stored !== undefined) return stored;
    return inTransaction(db, async (trx) => {
      const current = await this.get(key, trx);
      if (current !== undefined) return current;
      const value = make();
      await this.put(key, value, trx);
      return value;
    });
  }
}
