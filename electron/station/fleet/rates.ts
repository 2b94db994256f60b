import type { FleetPrinter, MinuteRate, PrinterRates } from '#contract/station/fleet.ts';

const MINUTE = 60_000;
/** Minutes that are stored for each printer. */
const MINUTES = 30;

interface Ring {
  /** The printer's count at the end of the last minute; undefined when it was not in contact. */
  count: number | undefined;
  perMinute: (number | null)[];
}

/**
 * Prints per minute over the last half hour, computed from the counters of the polls. The rate of a minute is known only when the printer was in
 * contact at both its ends; otherwise it is null, which is not zero. The rates are lost when the station stops.
 */
export class Rates {
  readonly #rings = new Map<string, Map<string, Ring>>();
  #minuteStart: number;

  constructor(elapsed: number) {
    this.#minuteStart = elapsed;
  }

  /** Returns how many minutes have ended since the last call. */
  endMinutes(elapsed: number): number {
    const ended = Math.floor((elapsed - this.#minuteStart) / MINUTE);
    this.#minuteStart += ended * MINUTE;
    return ended;
  }

  /** Records the minute that ended. Before it, `missed` minutes passed while this computer slept. */
  note(printers: readonly FleetPrinter[], missed = 0): MinuteRate[] {
    return printers.map((printer) => {
      const ring = this.#ringOf(printer);
      const count = printer.stale ? undefined : printer.counters?.printedLabels;
      const rate = missed > 0 ? null : difference(ring.count, count);
      const gap = Array<null>(Math.min(missed, MINUTES)).fill(null);
      ring.count = count;
      ring.perMinute = [...ring.perMinute, ...gap, rate].slice(-MINUTES);
      return { connection: printer.connection, name: printer.name, perMinute: rate };
    });
  }

  /** The rates of every printer with at least one recorded minute. */
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

/** Null for a count that decreased: it was reset, and how much was printed before the reset is unknown. */
function difference(before: number | undefined, now: number | undefined): number | null {
  return before === undefined || now === undefined || now < before ? null : now - before;
}
