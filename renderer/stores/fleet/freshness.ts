import type { FleetPrinter } from '#contract/station/fleet.ts';

/** Milliseconds. The station reports stale values itself after 5 s; the page waits a little longer before it decides on its own. */
const STALE_AFTER = 8_000;

/** The age of a printer's values, and whether they may be shown as live. */
export interface Freshness {
  /** Milliseconds since the epoch; undefined = never answered. */
  contact: number | undefined;
  isStale: boolean;
}

/** What the age of every printer is measured against. */
export interface Moment {
  now: number;
  /** Whether the link to the station is open. */
  isOpen: boolean;
}

/** `answered` is when the printer's controller last answered. */
export function freshnessAt(printer: FleetPrinter, answered: number | undefined, { now, isOpen }: Moment): Freshness {
  const own = printer.lastContact ?? undefined;
  const contact = own !== undefined && answered !== undefined && printer.missedPolls === 0 ? Math.max(own, answered) : own;
  const isOld = contact === undefined || now - contact > STALE_AFTER;
  return { contact, isStale: printer.stale || isOld || !isOpen };
}
