import { computed } from 'vue';
import type { LinePrinter } from '#contract/station/lines.ts';
import { useAlarmsStore } from '../alarms.ts';
import { useInterruptionsStore } from './interruptions.ts';

/** The printers of a line that a power failure or a lost connection has left for a person to look at, and why. */
export function useStoppedPrinters(printers: () => readonly LinePrinter[]) {
  const alarms = useAlarmsStore();
  const interruptions = useInterruptionsStore();
  interruptions.follow();

  const stopped = computed(() =>
    printers().flatMap(({ connection, printer }) => {
      const interruption = interruptions.find({ connection, printer });
      const hasUnknown = alarms
        .ofPrinter(connection, printer)
        .some((alarm) => alarm.printer === printer && alarm.kind === 'prints-unknown' && alarm.isActive);
      return interruption || hasUnknown ? [{ connection, printer, interruption, hasUnknown }] : [];
    }),
  );
  return { stopped };
}
