import { shallowRef, type ShallowRef } from 'vue';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import { compareNames } from '../composables/compare-names.ts';

type Cell = ShallowRef<FleetPrinter>;

/** Every printer in a cell of its own, so that one change redraws one tile; and their order, which no change of a printer touches. */
export function keepCells() {
  const cells = new Map<string, Cell>();
  /** In the order of their names; undefined until the first are known. */
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
    /** To whoever asks, it depends on who is there and on this printer alone. */
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
