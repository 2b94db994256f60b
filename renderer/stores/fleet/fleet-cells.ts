import { shallowRef, type ShallowRef } from 'vue';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import { compareNames } from '../../domain/formats/compare-names.ts';

type Cell = ShallowRef<FleetPrinter>;

/**
 * One ref per printer, so that a change of one printer re-renders one tile; and their order, which a change of a printer does not touch.
 */
export function createFleetCells() {
  const cells = new Map<string, Cell>();
  /** In order of name; undefined until the first printers have been reported. */
  const order = shallowRef<readonly Cell[]>();
  const places = shallowRef<readonly { connection: string; printer: string }[]>([]);

  function sort(): void {
    const sorted = [...cells.values()].sort((a, b) => compareNames(a.value.name, b.value.name));
    order.value = sorted;
    places.value = sorted.map(({ value }) => ({ connection: value.connection, printer: value.name }));
  }

  return {
    order,
    places,
    /** Depends only on the set of printers and on this printer. */
    find: (key: string): FleetPrinter | undefined => order.value && cells.get(key)?.value,
    replaceAll: (printers: Iterable<readonly [string, FleetPrinter]>): void => {
      cells.clear();
      for (const [key, printer] of printers) cells.set(key, shallowRef(printer));
      sort();
    },
    put: (key: string, printer: FleetPrinter): void => {
      const cell = cells.get(key);
      if (cell) {
        cell.value = printer;
        return;
      }
      cells.set(key, shallowRef(printer));
      sort();
    },
    remove: (key: string): void => {
      if (cells.delete(key)) sort();
    },
  };
}
