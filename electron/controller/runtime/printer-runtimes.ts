import { printerSettingsSchema } from '#contract/api-v3/printer-settings.ts';
import type { Printer } from '../printers/printer.ts';
import type { Printers } from '../printers/printers.ts';
import { PrinterRuntime } from './printer-runtime.ts';
import type { PrefetchNextPrint } from './prefetch-next-print.ts';

/** The runtimes of all printers, created on first use. */
export class PrinterRuntimes {
  readonly #printers: Printers;
  readonly #prefetchNextPrint: PrefetchNextPrint;
  readonly #runtimes = new Map<string, PrinterRuntime>();

  constructor({ printers, prefetchNextPrint }: { printers: Printers; prefetchNextPrint: PrefetchNextPrint }) {
    this.#printers = printers;
    this.#prefetchNextPrint = prefetchNextPrint;
  }

  /** Throws `not-found` for an unknown printer. */
  get(name: string): PrinterRuntime {
    return this.getFor(this.#printers.get(name));
  }

  /** The runtime of the printer with this name. */
  find(name: string): PrinterRuntime | undefined {
    return this.#printers.names().includes(name) ? this.get(name) : undefined;
  }

  /** The runtime of a printer. */
  getFor(printer: Printer): PrinterRuntime {
    const existing = this.#runtimes.get(printer.name);
    if (existing) return existing;
    const runtime = new PrinterRuntime({
      printer,
      settings: printerSettingsSchema.parse({}),
      afterOperation: (changed) => this.#prefetchNextPrint.run(changed),
    });
    this.#runtimes.set(printer.name, runtime);
    return runtime;
  }

  /** The printer was renamed; its runtime stays. */
  rename(name: string, to: string): void {
    const runtime = this.#runtimes.get(name);
    this.#runtimes.delete(name);
    if (runtime) this.#runtimes.set(to, runtime);
  }

  /** The printer was removed. */
  remove(name: string): void {
    this.#runtimes.delete(name);
  }

  /** The runtimes of all printers, in the order of the printers. */
  all(): PrinterRuntime[] {
    return this.#printers.all().map((printer) => this.getFor(printer));
  }
}
