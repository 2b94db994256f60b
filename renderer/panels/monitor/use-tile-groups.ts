import { computed } from 'vue';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useFleetStore } from '../../stores/fleet.ts';
import { useLinesStore } from '../../stores/lines.ts';
import { tileGroups } from './tile-groups.ts';

/** What stands where on the monitor now. It changes with lines, connections and lists of printers only, never with what a printer does. */
export function useTileGroups() {
  const fleet = useFleetStore();
  const connections = useConnectionsStore();
  const lines = useLinesStore();
  const isKnown = computed(() => fleet.isKnown && connections.isKnown && lines.isKnown);
  const groups = computed(() => tileGroups({ lines: lines.list, connections: connections.list, printers: fleet.places }));
  return { groups, isKnown };
}
