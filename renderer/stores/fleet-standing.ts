import type { FleetPrinter } from '#contract/station/fleet.ts';

/** The station says itself when values are stale (5 s); the page waits a little longer before it says so on its own. */
const STALE_AFTER = 8_000;

/** How old a printer's values are, and whether they may be shown as live. */
export interface Freshness {
  /** Milliseconds since the epoch; undefined = never answered. */
  contact: number | undefined;
  isStale: boolean;
}

/** How a plant stands: how many of its printers are in error, ask to be looked at, or are not heard. */
interface FleetTally {
  errors: number;
  attention: number;
  noData: number;
}

/** What the age of every printer is measured with. */
export interface Moment {
  now: number;
  /** The station is heard. */
  isOpen: boolean;
}

/** `answered` is when its controller did last. */
export function freshnessAt(printer: FleetPrinter, answered: number | undefined, { now, isOpen }: Moment): Freshness {
  const own = printer.lastContact ?? undefined;
  const contact = own !== undefined && answered !== undefined && printer.missedPolls === 0 ? Math.max(own, answered) : own;
  const isOld = contact === undefined || now - contact > STALE_AFTER;
  return { contact, isStale: printer.stale || isOld || !isOpen };
}

export function isInError({ status }: FleetPrinter): boolean {
  return status?.state === 'ERROR' || status?.ragStatus === 'RED';
}

/** Of a controller that does not answer nobody knows whether it needs attention. */
export function tallyAt(printers: readonly { value: FleetPrinter }[], answered: ReadonlyMap<string, number>, moment: Moment): FleetTally {
  const count: FleetTally = { errors: 0, attention: 0, noData: 0 };
  for (const { value: printer } of printers) {
    if (freshnessAt(printer, answered.get(printer.connection), moment).isStale) count.noData += 1;
    else if (isInError(printer)) count.errors += 1;
    else if (printer.status?.ragStatus === 'AMBER' || printer.status?.state === 'OTHER') count.attention += 1;
  }
  return count;
}
