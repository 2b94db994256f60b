import type { PrinterSettings } from '#contract/api-v3/printer-settings.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import { afterCommit } from '#storage/database/open-transactions.ts';
import type { SettingsOfPrinters } from '../settings/printer-settings.ts';
import type { PrinterRuntime } from './printer-runtime.ts';
import type { PrinterRuntimes } from './printer-runtimes.ts';

/** The stored settings of the printers, applied to their runtimes. */
export class AppliedPrinterSettings {
  readonly #runtimes: PrinterRuntimes;
  readonly #stored: SettingsOfPrinters;

  constructor({ runtimes, stored }: { runtimes: PrinterRuntimes; stored: SettingsOfPrinters }) {
    this.#runtimes = runtimes;
    this.#stored = stored;
  }

  /** Applies a printer's stored settings. */
  async apply(runtime: PrinterRuntime): Promise<void> {
    runtime.settings = await this.#stored.read(runtime.printer.name);
  }

  /** The settings in force. Throws `not-found` for an unknown printer. */
  get(printer: string): PrinterSettings {
    return this.#runtimes.get(printer).settings;
  }

  /**
   * The stored settings: with `db`, also those that its transaction has changed and that are not in force yet. Throws `not-found` for an
   * unknown printer.
   */
  async read(printer: string, db?: ControllerTransaction): Promise<PrinterSettings> {
    return this.#stored.read(this.#runtimes.get(printer).printer.name, db);
  }

  /**
   * Stores the settings. They are in force from the next trigger on, or once the transaction of `db` commits. Throws `not-found` for an
   * unknown printer.
   */
  async put(printer: string, settings: PrinterSettings, db?: ControllerTransaction): Promise<void> {
    const runtime = this.#runtimes.get(printer);
    await this.#stored.put(printer, settings, db);
    const apply = () => {
      runtime.settings = settings;
    };
    if (db) afterCommit(db, apply);
    else apply();
  }
}
