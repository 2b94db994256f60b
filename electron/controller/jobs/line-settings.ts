import type { PrinterSettings } from '#contract/api-v3/printer-settings.ts';
import type { ControllerTransaction } from '#storage/controller-schema.ts';
import { afterCommit } from '#storage/open-transactions.ts';
import type { SettingsOfPrinters } from '../settings/printer-settings.ts';
import type { Lines } from './lines.ts';

/** The settings of the printers as their lines follow them. */
export class LineSettings {
  readonly #lines: Lines;
  readonly #stored: SettingsOfPrinters;

  constructor({ lines, stored }: { lines: Lines; stored: SettingsOfPrinters }) {
    this.#lines = lines;
    this.#stored = stored;
  }

  /** Gives every line the settings that it had before the restart. */
  async start(): Promise<void> {
    for (const line of this.#lines.all()) line.settings = await this.#stored.read(line.printer.name);
  }

  /** What the line follows now. Throws `not-found` for an unknown printer. */
  get(printer: string): PrinterSettings {
    return this.#lines.named(printer).settings;
  }

  /** What is written down, which the line follows once that is durable. Throws `not-found` for an unknown printer. */
  async read(printer: string, db?: ControllerTransaction): Promise<PrinterSettings> {
    return this.#stored.read(this.#lines.named(printer).printer.name, db);
  }

  /** Holds from the next trigger on, and not when the transaction is taken back. Throws `not-found` for an unknown printer. */
  async put(printer: string, settings: PrinterSettings, db?: ControllerTransaction): Promise<void> {
    const line = this.#lines.named(printer);
    await this.#stored.put(printer, settings, db);
    const follow = () => {
      line.settings = settings;
    };
    if (db) afterCommit(db, follow);
    else follow();
  }
}
