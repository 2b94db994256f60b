import { printerSettingsSchema, type PrinterSettings } from '#contract/api-v3/printer-settings.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { tellNobody, type Tell } from '../events/events.ts';
import type { Settings } from './settings.ts';

const DEFAULTS = printerSettingsSchema.parse({});

/** How each printer takes its triggers, as it outlives a restart. */
export class SettingsOfPrinters {
  readonly #db: ControllerDatabase;
  readonly #settings: Settings;
  readonly #tell: Tell;

  constructor({ db, settings, tell = tellNobody }: { db: ControllerDatabase; settings: Settings; tell?: Tell }) {
    this.#db = db;
    this.#tell = tell;
    this.#settings = settings;
  }

  /** What was never set, and what cannot be understood, has its default. */
  async read(printer: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<PrinterSettings> {
    const { bounceTime, whenDataIsMissing } = printerSettingsSchema.shape;
    const stored = (key: keyof PrinterSettings) => this.#settings.get(keyOf(key, printer), db);
    return {
      bounceTime: bounceTime.safeParse(Number((await stored('bounceTime')) ?? DEFAULTS.bounceTime)).data ?? DEFAULTS.bounceTime,
      whenDataIsMissing: whenDataIsMissing.safeParse(await stored('whenDataIsMissing')).data ?? DEFAULTS.whenDataIsMissing,
    };
  }

  async put(
    printer: string,
    { bounceTime, whenDataIsMissing }: PrinterSettings,
    db: ControllerDatabase | ControllerTransaction = this.#db,
  ): Promise<void> {
    await inTransaction(db, async (trx) => {
      this.#tell({ type: 'printer-settings:changed', printer }, trx);
      await this.#settings.put(keyOf('bounceTime', printer), String(bounceTime), trx);
      await this.#settings.put(keyOf('whenDataIsMissing', printer), whenDataIsMissing, trx);
    });
  }
}

function keyOf(key: keyof PrinterSettings, printer: string): string {
  return `${key}/${printer}`;
}
