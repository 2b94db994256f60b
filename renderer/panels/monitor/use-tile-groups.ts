import { computed } from 'vue';
import type { LinePrinter } from '#contract/station/lines.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useFleetStore } from '../../stores/fleet/fleet.ts';
import { useLinesStore } from '../../stores/lines.ts';
import { sharedNames, tileGroups } from './tile-groups.ts';

/** The current groups of the monitor. They change with lines, connections and lists of printers, not with the state of a printer. */
export function useTileGroups() {
  const fleet = useFleetStore();
  const connections = useConnectionsStore();
  const lines = useLinesStore();
  const isLoaded = computed(() => fleet.isLoaded && connections.isLoaded && lines.isLoaded);
  const groups = computed(() => tileGroups({ lines: lines.list, connections: connections.list, printers: fleet.places }));
  const shared = computed(() => sharedNames(fleet.places));

  /** The controller of a printer whose name is not unique. */
  function originOf({ connection, printer }: LinePrinter): string | undefined {
    return shared.value.has(printer) ? connections.findConnection(connection)?.name : undefined;
  }

  return { groups, isLoaded, originOf };
}
