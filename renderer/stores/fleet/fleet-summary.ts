import type { FleetPrinter } from '#contract/station/fleet.ts';

/** Milliseconds. The station reports stale values itself after 5 s; the page waits a little longer before it decides on its own. */
const STALE_AFTER = 8_000;

/** The age of a printer's values, and whether they may be shown as live. */
export interface Freshness {
  /** Milliseconds since the epoch; undefined = never answered. */
  contact: number | undefined;
  isStale: boolean;
}

/** How many printers are in error, need attention, or are not reachable. */
interface FleetSummary {
  errors: number;
  attention: number;
  noData: number;
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

export function isInError({ status }: FleetPrinter): boolean {
  return status?.state === 'ERROR' || status?.ragStatus === 'RED';
}

/** A printer whose controller does not answer is counted as unreachable only, because its state is unknown. A disabled one needs no attention. */
export function summarizeFleet(
  printers: readonly { value: FleetPrinter }[],
  answered: ReadonlyMap<string, number>,
  moment: Moment,
): FleetSummary {
  const count: FleetSummary = { errors: 0, attention: 0, noData: 0 };
  for (const { value: printer } of printers) {
    if (freshnessAt(printer, answered.get(printer.connection), moment).isStale) count.noData += 1;
    else if (isInError(printer)) count.errors += 1;
    else if (printer.properties.enabled === false) continue;
    else if (printer.status?.ragStatus === 'AMBER' || printer.status?.state === 'OTHER') count.attention += 1;
  }
  return count;
}
