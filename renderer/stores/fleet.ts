import { defineStore } from 'pinia';
import { computed, shallowReactive } from 'vue';
import type { FleetEvent, FleetPrinter } from '#contract/station/fleet.ts';
import { useStationClient } from '../composables/station-client.ts';
import { useClockStore } from './clock.ts';
import { keepCells } from './fleet-cells.ts';
import { keepRates } from './fleet-rates.ts';
import { followFeed } from './follow-feed.ts';
import { useLinkStore } from './link.ts';

/** The station says itself when values are stale (5 s); the page waits a little longer before it says so on its own. */
const STALE_AFTER = 8_000;

/** How old a printer's values are, and whether they may be shown as live. */
export interface Freshness {
  /** Milliseconds since the epoch; undefined = never answered. */
  contact: number | undefined;
  isStale: boolean;
}

function keyOf({ connection, name }: { connection: string; name: string }): string {
  return JSON.stringify([connection, name]);
}

/** The live picture of all printers of all controllers. */
export const useFleetStore = defineStore('fleet', () => {
  const client = useStationClient();
  const clock = useClockStore();
  const link = useLinkStore();
  const cells = keepCells();
  const rates = keepRates();
  const contacts = shallowReactive(new Map<string, number>());

  const isKnown = computed(() => cells.order.value !== undefined);
  const printers = computed(() => cells.order.value ?? []);

  const findPrinter = (connection: string, name: string): FleetPrinter | undefined => cells.find(keyOf({ connection, name }));
  const ratesOf = (connection: string, name: string): readonly (number | null)[] => rates.of(keyOf({ connection, name }));

  function freshness(printer: FleetPrinter): Freshness {
    const answered = contacts.get(printer.connection);
    const own = printer.lastContact ?? undefined;
    const contact = own !== undefined && answered !== undefined && printer.missedPolls === 0 ? Math.max(own, answered) : own;
    const isOld = contact === undefined || clock.now - contact > STALE_AFTER;
    return { contact, isStale: printer.stale || isOld || !link.isOpen };
  }

  /** It needs somebody now: it is in error, and that is no old news. */
  function isCritical(printer: FleetPrinter): boolean {
    const isBad = printer.status?.state === 'ERROR' || printer.status?.ragStatus === 'RED';
    return isBad && !freshness(printer).isStale;
  }

  function begin({ printers: all, rates: known = [], now }: Extract<FleetEvent, { type: 'snapshot' }>): void {
    clock.follow(now);
    contacts.clear();
    rates.clear();
    for (const rate of known) rates.put(keyOf(rate), rate.perMinute);
    cells.replaceAll(all.map((printer) => [keyOf(printer), printer]));
  }

  function apply(event: FleetEvent): void {
    if (event.type === 'snapshot') begin(event);
    else if (event.type === 'minute') for (const rate of event.rates) rates.add(keyOf(rate), rate.perMinute);
    else if (event.type === 'removed') cells.remove(keyOf(event));
    else if (event.type === 'answered') {
      clock.reach(event.at);
      contacts.set(event.connection, event.at);
    } else {
      if (event.printer.lastContact !== null) clock.reach(event.printer.lastContact);
      cells.put(keyOf(event.printer), event.printer);
    }
  }

  const start = (): (() => void) => followFeed((signal) => client.fleet.watch({}, signal), apply);

  return { printers, places: cells.places, isKnown, findPrinter, ratesOf, freshness, isCritical, apply, start };
});
