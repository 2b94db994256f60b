import { computed } from 'vue';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useFleetStore } from '../../stores/fleet/fleet.ts';
import { useLinesStore } from '../../stores/lines.ts';
import { tileGroups } from './tile-groups.ts';

/** The current groups of the monitor. They change with lines, connections and lists of printers, not with the state of a printer. */
export function useTileGroups() {
  const fleet = useFleetStore();
  const connections = useConnectionsStore();
  const lines = useLinesStore();
  const isLoaded = computed(() => fleet.isLoaded && connections.isLoaded && lines.isLoaded);
  const groups = computed(() => tileGroups({ lines: lines.list, connections: connections.list, printers: fleet.places }));
  return { groups, isLoaded };
}
