import type { FleetPrinter, MinuteRate, PrinterRates } from '#contract/station/fleet.ts';

const MINUTE = 60_000;
/** Minutes that are kept of each printer. */
const KEPT = 30;

interface Ring {
  /** The printer's count when the last minute ended; undefined where nobody knew it. */
  count: number | undefined;
  perMinute: (number | null)[];
}

/**
 * Prints per minute over the last half hour, out of the counts that polls bring. A minute counts only when the printer was in contact at both
 * its ends: a gap is not zero. Nothing is kept for longer than the station runs.
 */
export class Rates {
  readonly #rings = new Map<string, Map<string, Ring>>();
  #begun: number;

  constructor(elapsed: number) {
    this.#begun = elapsed;
  }

  /** How many minutes ended since this was asked last. */
  endMinutes(elapsed: number): number {
    const ended = Math.floor((elapsed - this.#begun) / MINUTE);
    this.#begun += ended * MINUTE;
    return ended;
  }

  /** Takes down what the printers did in the minute that ended; `missed` minutes before it passed while this computer slept. */
  note(printers: readonly FleetPrinter[], missed = 0): MinuteRate[] {
    return printers.map((printer) => {
      const ring = this.#ringOf(printer);
      const count = printer.stale ? undefined : printer.counters?.printedLabels;
      const rate = missed > 0 ? null : difference(ring.count, count);
      const gap = Array<null>(Math.min(missed, KEPT)).fill(null);
      ring.count = count;
      ring.perMinute = [...ring.perMinute, ...gap, rate].slice(-KEPT);
      return { connection: printer.connection, name: printer.name, perMinute: rate };
    });
  }

  /** Of every printer that a minute is known of. */
  all(): PrinterRates[] {
    return [...this.#rings].flatMap(([connection, rings]) => [...rings].map(([name, { perMinute }]) => ({ connection, name, perMinute })));
  }

  forget(connection: string, name: string): void {
    const rings = this.#rings.get(connection);
    rings?.delete(name);
    if (rings?.size === 0) this.#rings.delete(connection);
  }

  #ringOf({ connection, name }: FleetPrinter): Ring {
    const rings = this.#rings.get(connection) ?? new Map<string, Ring>();
    this.#rings.set(connection, rings);
    const ring = rings.get(name) ?? { count: undefined, perMinute: [] };
    rings.set(name, ring);
    return ring;
  }
}

/** A count that went back was begun anew: nobody knows how much was printed before. */
function difference(before: number | undefined, now: number | undefined): number | null {
  return before === undefined || now === undefined || now < before ? null : now - before;
}
