import { printerSettingsSchema } from '#contract/api-v3/printer-settings.ts';
import type { Printer } from '../printers/printer.ts';
import type { Printers } from '../printers/printers.ts';
import { Line } from './line.ts';
import type { LookAhead } from './look-ahead.ts';

/** What the controller keeps in mind of each printer: whoever gives a printer orders finds its turns here. */
export class Lines {
  readonly #printers: Printers;
  readonly #lookAhead: LookAhead;
  readonly #lines = new Map<string, Line>();

  constructor({ printers, lookAhead }: { printers: Printers; lookAhead: LookAhead }) {
    this.#printers = printers;
    this.#lookAhead = lookAhead;
  }

  /** Throws `not-found` for an unknown printer. */
  named(name: string): Line {
    return this.of(this.#printers.get(name));
  }

  of(printer: Printer): Line {
    const known = this.#lines.get(printer.name);
    if (known) return known;
    const line = new Line({ printer, settings: printerSettingsSchema.parse({}), afterOrder: (order) => this.#lookAhead.look(order) });
    this.#lines.set(printer.name, line);
    return line;
  }

  /** The lines of all printers. */
  all(): Line[] {
    return this.#printers.all().map((printer) => this.of(printer));
  }
}
