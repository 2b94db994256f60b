import { useConnectionsStore } from '../stores/connections.ts';
import { useFormats } from './use-formats.ts';

/** Writes moments of the chosen controller as `21 NOV 2026, 14:03` in its own time zone; '' for a moment that nobody told. */
export function useMomentText(): (moment: string | number | null | undefined) => string {
  const formats = useFormats();
  const connections = useConnectionsStore();

  return (moment) => {
    if (moment === undefined || moment === null || moment === '') return '';
    const epochMs = new Date(moment).getTime();
    if (Number.isNaN(epochMs)) return String(moment);
    const zone = connections.current?.timeZone ?? undefined;
    return `${formats.date(epochMs, zone)}, ${formats.minute(epochMs, zone)}`;
  };
}
