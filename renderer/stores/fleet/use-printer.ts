import { computed } from 'vue';
import { useClockStore } from '../clock.ts';
import { useConnectionsStore } from '../connections.ts';
import { useFleetStore } from './fleet.ts';

/** One printer in its current state, with its connection and the age of the data. */
export function usePrinter(name: () => { connection: string; printer: string }) {
  const fleet = useFleetStore();
  const clock = useClockStore();
  const connections = useConnectionsStore();

  const on = computed(name);
  const printer = computed(() => fleet.findPrinter(on.value.connection, on.value.printer));
  const connection = computed(() => connections.findConnection(on.value.connection));
  const status = computed(() => printer.value?.status ?? null);
  const job = computed(() => status.value?.job ?? null);
  const freshness = computed(() => (printer.value ? fleet.freshness(printer.value) : { contact: undefined, isStale: true }));
  /** Separate from the age itself, which changes every second. */
  const isStale = computed(() => freshness.value.isStale);
  const age = computed(() => (freshness.value.contact === undefined ? undefined : clock.now - freshness.value.contact));
  /** A person has disabled it. */
  const isDisabled = computed(() => printer.value?.properties.enabled === false);
  /** It draws each print itself, from a stored message and field values. */
  const drawsOnBoard = computed(() => printer.value?.properties.shape === 'fields');
  /** Whether its own product detector starts each print. */
  const startsPrints = computed(() => printer.value?.properties.startsPrints === true);
  const hasExtensions = computed(() => connection.value?.hasExtensions ?? false);

  return { on, printer, connection, status, job, freshness, isStale, age, hasExtensions, isDisabled, drawsOnBoard, startsPrints };
}
