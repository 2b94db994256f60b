import { useConnectionsStore } from './connections.ts';
import { useFormats } from '../composables/use-formats.ts';

type MomentText = (moment: string | number | null | undefined) => string;

/**
 * Formats times of the chosen controller as `21 NOV 2026, 14:03` in its own time zone, which is named if this screen shows another time; ''
 * for undefined.
 */
export function useMomentText(): MomentText {
  const connections = useConnectionsStore();
  return useTextIn(() => connections.current?.timeZone);
}

/** Formats times of this station in the same way, in the time zone of this screen. */
export function useStationMomentText(): MomentText {
  return useTextIn(() => undefined);
}

function useTextIn(zone: () => string | null | undefined): MomentText {
  const formats = useFormats();
  return (moment) => {
    if (moment === undefined || moment === null || moment === '') return '';
    const epochMs = new Date(moment).getTime();
    return Number.isNaN(epochMs) ? String(moment) : formats.minuteIn(epochMs, zone());
  };
}
