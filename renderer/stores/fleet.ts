import { defineStore } from 'pinia';
import { computed, shallowReactive, shallowRef, type ShallowRef } from 'vue';
import type { FleetEvent, FleetPrinter, MinuteRate } from '#contract/station/fleet.ts';
import { useStationClient } from '../composables/station-client.ts';
import { useClockStore } from './clock.ts';
import { followFeed } from './follow-feed.ts';
import { useLinkStore } from './link.ts';

/** The station says itself when values are stale (5 s); the page waits a little longer before it says so on its own. */
const STALE_AFTER = 8_000;
/** Minutes of the rates that are shown. */
const MINUTES = 30;
const NO_RATES: readonly (number | null)[] = [];

/** How old a printer's values are, and whether they may be shown as live. */
export interface Freshness {
  /** Milliseconds since the epoch; undefined = never answered. */
  contact: number | undefined;
  isStale: boolean;
}

function keyOf(connection: string, name: string): string {
  return JSON.stringify([connection, name]);
}

/** The live picture of all printers of all controllers. Each printer has a cell of its own, so that one change redraws one tile. */
export const useFleetStore = defineStore('fleet', () => {
  const client = useStationClient();
  const clock = useClockStore();
  const link = useLinkStore();
  const cells = new Map<string, ShallowRef<FleetPrinter>>();
  const order = shallowRef<readonly ShallowRef<FleetPrinter>[]>();
  const rates = new Map<string, ShallowRef<readonly (number | null)[]>>();
  const contacts = shallowReactive(new Map<string, number>());

  const isKnown = computed(() => order.value !== undefined);
  const printers = computed(() => order.value ?? []);

  function findPrinter(connection: string, name: string): FleetPrinter | undefined {
    return order.value && cells.get(keyOf(connection, name))?.value;
  }

  /** Prints per minute over the last half hour, oldest first; null = nobody knows. */
  function ratesOf(connection: string, name: string): readonly (number | null)[] {
    return rateCell(keyOf(connection, name)).value;
  }

  function rateCell(key: string): ShallowRef<readonly (number | null)[]> {
    const cell = rates.get(key) ?? shallowRef(NO_RATES);
    rates.set(key, cell);
    return cell;
  }

  function endMinute(minute: readonly MinuteRate[]): void {
    for (const { connection, name, perMinute } of minute) {
      const cell = rateCell(keyOf(connection, name));
      cell.value = [...cell.value, perMinute].slice(-MINUTES);
    }
  }

  function freshness(printer: FleetPrinter): Freshness {
    const answered = contacts.get(printer.connection);
    const own = printer.lastContact ?? undefined;
    const contact = own !== undefined && answered !== undefined && printer.missedPolls === 0 ? Math.max(own, answered) : own;
    const isOld = contact === undefined || clock.now - contact > STALE_AFTER;
    return { contact, isStale: printer.stale || isOld || !link.isOpen };
  }

  function apply(event: FleetEvent): void {
    if (event.type === 'snapshot') {
      clock.follow(event.now);
      cells.clear();
      contacts.clear();
      for (const printer of event.printers) cells.set(keyOf(printer.connection, printer.name), shallowRef(printer));
      for (const cell of rates.values()) cell.value = NO_RATES;
      for (const { connection, name, perMinute } of event.rates ?? []) rateCell(keyOf(connection, name)).value = perMinute;
      sort();
    } else if (event.type === 'minute') {
      endMinute(event.rates);
    } else if (event.type === 'answered') {
      clock.reach(event.at);
      contacts.set(event.connection, event.at);
    } else if (event.type === 'removed') {
      if (cells.delete(keyOf(event.connection, event.name))) sort();
    } else {
      change(event.printer);
    }
  }

  function change(printer: FleetPrinter): void {
    if (printer.lastContact !== null) clock.reach(printer.lastContact);
    const key = keyOf(printer.connection, printer.name);
    const cell = cells.get(key);
    if (cell) cell.value = printer;
    else {
      cells.set(key, shallowRef(printer));
      sort();
    }
  }

  function sort(): void {
    order.value = [...cells.values()].sort((a, b) => a.value.name.localeCompare(b.value.name, undefined, { numeric: true }));
  }

  const start = (): (() => void) => followFeed((signal) => client.fleet.watch({}, signal), apply);

  return { printers, isKnown, findPrinter, ratesOf, freshness, apply, start };
});
