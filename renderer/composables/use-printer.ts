import { computed } from 'vue';
import { useClockStore } from '../stores/clock.ts';
import { useConnectionsStore } from '../stores/connections.ts';
import { useFleetStore } from '../stores/fleet.ts';

/** One printer as the page knows it now, with its connection and the age of what is known. */
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
  /** Apart from when it answered last, which changes every second. */
  const isStale = computed(() => freshness.value.isStale);
  const age = computed(() => (freshness.value.contact === undefined ? undefined : clock.now - freshness.value.contact));
  const hasExtensions = computed(() => connection.value?.hasExtensions ?? false);

  return { on, printer, connection, status, job, freshness, isStale, age, hasExtensions };
}
