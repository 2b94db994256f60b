import { defineStore } from 'pinia';
import { computed, shallowReactive } from 'vue';
import type { FleetEvent, FleetPrinter } from '#contract/station/fleet.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useClockStore } from '../clock.ts';
import { createFleetCells } from './fleet-cells.ts';
import { createRateHistory } from './fleet-rates.ts';
import { freshnessAt, isInError, summarizeFleet, type Freshness, type Moment } from './fleet-summary.ts';
import { followFeed } from '../follow-feed.ts';
import { useLinkStore } from '../link-state.ts';

function keyOf({ connection, name }: { connection: string; name: string }): string {
  return JSON.stringify([connection, name]);
}

/** The live state of all printers of all controllers. */
export const useFleetStore = defineStore('fleet', () => {
  const client = useStationClient();
  const clock = useClockStore();
  const link = useLinkStore();
  const cells = createFleetCells();
  const rates = createRateHistory();
  const contacts = shallowReactive(new Map<string, number>());

  const isLoaded = computed(() => cells.order.value !== undefined);
  const printers = computed(() => cells.order.value ?? []);

  // Getters and not functions, because hundreds of tiles call them every second and Pinia wraps every function of a store.
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
  /** Whether the printer needs an operator now: it is in error, and the error is not stale. */
  const isCritical = computed(
    () =>
      (printer: FleetPrinter): boolean =>
        isInError(printer) && !freshness.value(printer).isStale,
  );

  const tally = computed(() => summarizeFleet(printers.value, new Map(contacts), moment.value));

  function begin({ printers: all, rates: initialRates = [], now }: Extract<FleetEvent, { type: 'snapshot' }>): void {
    clock.follow(now);
    contacts.clear();
    rates.clear();
    for (const rate of initialRates) rates.put(keyOf(rate), rate.perMinute);
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

  return { printers, places: cells.places, isLoaded, findPrinter, ratesOf, freshness, isCritical, tally, apply, start };
});
