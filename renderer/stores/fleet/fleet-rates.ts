import { shallowRef, type ShallowRef } from 'vue';

/** How many minutes the rate history covers. */
const MINUTES = 30;

type PerMinute = readonly (number | null)[];
const NONE: PerMinute = [];

/** Prints per minute over the last half hour, per printer, oldest first; null = unknown. Each printer has its own ref. */
export function createRateHistory() {
  const cells = new Map<string, ShallowRef<PerMinute>>();

  function cellOf(key: string): ShallowRef<PerMinute> {
    const cell = cells.get(key) ?? shallowRef(NONE);
    cells.set(key, cell);
    return cell;
  }

  return {
    of: (key: string): PerMinute => cellOf(key).value,
    clear: (): void => {
      for (const cell of cells.values()) cell.value = NONE;
    },
    put: (key: string, perMinute: PerMinute): void => {
      cellOf(key).value = perMinute;
    },
    add: (key: string, perMinute: number | null): void => {
      const cell = cellOf(key);
      cell.value = [...cell.value, perMinute].slice(-MINUTES);
    },
  };
}
