import { printerSettingsSchema, type PrinterSettings } from '#contract/api-v3/printer-settings.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { noPublish, type Publish } from '../events/events.ts';
import type { Settings } from './settings.ts';

const DEFAULTS = printerSettingsSchema.parse({});

/** The stored settings of each printer for its triggers. */
export class SettingsOfPrinters {
  readonly #db: ControllerDatabase;
  readonly #settings: Settings;
  readonly #publish: Publish;

  constructor({ db, settings, publish = noPublish }: { db: ControllerDatabase; settings: Settings; publish?: Publish }) {
    this.#db = db;
    this.#publish = publish;
    this.#settings = settings;
  }

  /** Missing and invalid settings have their defaults. */
  async read(printer: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<PrinterSettings> {
    const { bounceTime, whenDataIsMissing } = printerSettingsSchema.shape;
    const stored = (key: keyof PrinterSettings) => this.#settings.get(keyOf(key, printer), db);
    return {
      bounceTime: bounceTime.safeParse(Number((await stored('bounceTime')) ?? DEFAULTS.bounceTime)).data ?? DEFAULTS.bounceTime,
      whenDataIsMissing: whenDataIsMissing.safeParse(await stored('whenDataIsMissing')).data ?? DEFAULTS.whenDataIsMissing,
      firstPrintCheckRequired: (await stored('firstPrintCheckRequired')) === 'true',
      preflightRequired: (await stored('preflightRequired')) === 'true',
    };
  }

  async put(
    printer: string,
    { bounceTime, whenDataIsMissing, firstPrintCheckRequired, preflightRequired }: PrinterSettings,
    db: ControllerDatabase | ControllerTransaction = this.#db,
  ): Promise<void> {
    await inTransaction(db, async (trx) => {
      this.#publish({ type: 'printer-settings:changed', printer }, trx);
      await this.#settings.put(keyOf('bounceTime', printer), String(bounceTime), trx);
      await this.#settings.put(keyOf('whenDataIsMissing', printer), whenDataIsMissing, trx);
      await this.#settings.put(keyOf('firstPrintCheckRequired', printer), String(firstPrintCheckRequired), trx);
      await this.#settings.put(keyOf('preflightRequired', printer), String(preflightRequired), trx);
    });
  }
}

function keyOf(key: keyof PrinterSettings, printer: string): string {
  return `${key}/${printer}`;
}
