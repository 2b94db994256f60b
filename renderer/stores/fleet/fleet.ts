import { defineStore } from 'pinia';
import { computed, shallowReactive } from 'vue';
import type { FleetEvent, FleetPrinter } from '#contract/station/fleet.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useClockStore } from '../clock.ts';
import { createFleetCells } from './fleet-cells.ts';
import { createRateHistory } from './fleet-rates.ts';
import { freshnessAt, type Freshness, type Moment } from './freshness.ts';
import { createPrintRates } from './print-rate.ts';
import { printerKey } from './printer-key.ts';
import { followFeed } from '../follow-feed.ts';
import { useLinkStore } from '../link-state.ts';

function keyOf({ connection, name }: { connection: string; name: string }): string {
  return printerKey({ connection, printer: name });
}

interface FleetState {
  cells: ReturnType<typeof createFleetCells>;
  rates: ReturnType<typeof createRateHistory>;
  printRates: ReturnType<typeof createPrintRates>;
  /** When each controller answered last. */
  contacts: ReadonlyMap<string, number>;
  moment: () => Moment;
}

/** Getters and not functions, because hundreds of tiles call them every second and Pinia wraps every function of a store. */
function fleetGetters({ cells, rates, printRates, contacts, moment: now }: FleetState) {
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
  const moment = computed(now);
  const freshness = computed(
    () =>
      (printer: FleetPrinter): Freshness =>
        freshnessAt(printer, contacts.get(printer.connection), moment.value),
  );
  /** The same, for a pass over all printers: it changes with the answer of any controller. */
  const freshnessOfAll = computed(() => {
    const [answered, now] = [new Map(contacts), moment.value];
    return (printer: FleetPrinter): Freshness => freshnessAt(printer, answered.get(printer.connection), now);
  });
  /** Prints per minute at a time up to its last contact; undefined while that is not known. */
  const rateOf = computed(
    () =>
      (printer: FleetPrinter, moment: number): number | undefined =>
        printRates.rateAt(keyOf(printer), moment),
  );
  return { findPrinter, ratesOf, rateOf, freshness, freshnessOfAll };
}

/** The live state of all printers of all controllers. */
export const useFleetStore = defineStore('fleet', () => {
  const client = useStationClient();
  const clock = useClockStore();
  const link = useLinkStore();
  const cells = createFleetCells();
  const rates = createRateHistory();
  const printRates = createPrintRates();
  const contacts = shallowReactive(new Map<string, number>());

  const isLoaded = computed(() => cells.order.value !== undefined);
  const printers = computed(() => cells.order.value ?? []);

  const getters = fleetGetters({ cells, rates, printRates, contacts, moment: () => ({ now: clock.now, isOpen: link.isOpen }) });

  /** Counts that were not observed for a time say nothing about the rate. */
  function noteCount(printer: FleetPrinter): void {
    const { counters, lastContact, stale } = printer;
    if (stale || !counters || lastContact === null) printRates.forget(keyOf(printer));
    else printRates.note(keyOf(printer), { at: lastContact, count: counters.printedLabels });
  }

  function begin({ printers: all, rates: initialRates = [], now }: Extract<FleetEvent, { type: 'snapshot' }>): void {
    clock.follow(now);
    contacts.clear();
    rates.clear();
    printRates.clear();
    for (const printer of all) noteCount(printer);
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
      noteCount(event.printer);
      cells.put(keyOf(event.printer), event.printer);
    }
  }

  const start = (): (() => void) => followFeed((signal) => client.fleet.watch({}, signal), apply);

  return { printers, places: cells.places, isLoaded, ...getters, apply, start };
});
