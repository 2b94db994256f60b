import { computed, type ComputedRef } from 'vue';
import { useFleetStore } from './fleet.ts';

/** The names of the printers of a connection. */
export function usePrinterNames(connection: () => string): ComputedRef<string[]> {
  const fleet = useFleetStore();
  return computed(() => fleet.places.filter((place) => place.connection === connection()).map(({ printer }) => printer));
}
