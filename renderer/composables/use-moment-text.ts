import { useConnectionsStore } from '../stores/connections.ts';
import { useFormats } from './use-formats.ts';

type MomentText = (moment: string | number | null | undefined) => string;

/**
 * Writes moments of the chosen controller as `21 NOV 2026, 14:03` in its own time zone, which is named where this screen shows another time; ''
 * for a moment that nobody told.
 */
export function useMomentText(): MomentText {
  const connections = useConnectionsStore();
  return useTextIn(() => connections.current?.timeZone);
}

/** Writes moments of this station in the same way, as the clock of the screen shows them. */
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
