import { computed } from 'vue';
import { useAction } from '../../composables/use-action.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useThrottled } from '../../composables/use-throttled.ts';
import { usePrinter } from '../../stores/fleet/use-printer.ts';
import type { PrinterName } from '../../stores/printing.ts';
import { useLoad } from '../../stores/use-load.ts';

const READ_EVERY = 1_000;

/** The faults that a virtual printer simulates. They are read again when the printer changes: many end by themselves, or by a print. */
export function useSimulatedFaults(place: () => PrinterName) {
  const { simulatedFaults } = useStationClient();
  const { printer, status, connection } = usePrinter(place);
  const isOnline = computed(() => connection.value?.state === 'online');

  const progress = useThrottled(() => JSON.stringify([status.value?.state, status.value?.errors, printer.value?.counters]), READ_EVERY);
  const reading = useLoad((signal) => (isOnline.value ? simulatedFaults.list(place(), signal) : undefined), [progress, isOnline]);
  const changing = useAction(async (change: () => Promise<unknown>) => {
    await change();
    await reading.reload();
  });

  const cause = (fault: string, after: number) => changing.run(() => simulatedFaults.cause({ ...place(), fault, after }));
  const clear = (fault: string) => changing.run(() => simulatedFaults.clear({ ...place(), fault }));
  const startRandom = (random: { seed: number; rate: number }) =>
    changing.run(() => simulatedFaults.cause({ ...place(), random: true, ...random }));
  const stopRandom = () => changing.run(() => simulatedFaults.cause({ ...place(), random: false }));

  return { list: reading.value, reading, changing, isOnline, cause, clear, startRandom, stopRandom };
}
