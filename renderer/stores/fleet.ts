import { defineStore } from 'pinia';
import { computed, shallowReactive } from 'vue';
import type { FleetEvent, FleetPrinter } from '#contract/station/fleet.ts';
import { useStationClient } from '../composables/station-client.ts';
import { useClockStore } from './clock.ts';
import { keepCells } from './fleet-cells.ts';
import { keepRates } from './fleet-rates.ts';
import { freshnessAt, isInError, tallyAt, type Freshness, type Moment } from './fleet-standing.ts';
import { followFeed } from './follow-feed.ts';
import { useLinkStore } from './link.ts';

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

  // What hundreds of tiles ask for every second are getters: the store wraps every call of its functions.
  const findPrinter = computed(
    () =>
      (connection: string, name: string): FleetPrinter | undefined =>
        cells.find(keyOf({ connection, name })),
  );
  const ratesOf = computed(
    () =>
      (connection: string, name: string): readonly (number | null)[] =>
        rates.of(keyOf({ connection, name })),
  );
  const moment = computed((): Moment => ({ now: clock.now, isOpen: link.isOpen }));
  const freshness = computed(
    () =>
      (printer: FleetPrinter): Freshness =>
        freshnessAt(printer, contacts.get(printer.connection), moment.value),
  );
  /** It needs somebody now: it is in error, and that is no old news. */
  const isCritical = computed(
    () =>
      (printer: FleetPrinter): boolean =>
        isInError(printer) && !freshness.value(printer).isStale,
  );

  const tally = computed(() => tallyAt(printers.value, new Map(contacts), moment.value));

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

  return { printers, places: cells.places, isKnown, findPrinter, ratesOf, freshness, isCritical, tally, apply, start };
});
