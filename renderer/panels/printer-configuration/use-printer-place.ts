import { computed } from 'vue';
import { nameFault, type NameFault } from '../../domain/formats/name-fault.ts';
import { KINDS } from '../../domain/printers/printer-form.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useFleetStore } from '../../stores/fleet/fleet.ts';
import { usePrintersStore } from '../../stores/printers.ts';
import { useLoad } from '../../stores/use-load.ts';

/** The controllers that can have a new printer, the one of them that is `wanted` or else chosen, and the kinds of engines that it has. */
export function usePrinterPlace(wanted: () => string | undefined) {
  const connections = useConnectionsStore();
  const fleet = useFleetStore();
  const printers = usePrintersStore();

  /** Only Strobe's controllers have this extension. */
  const controllers = computed(() => connections.list.filter(({ state, hasExtensions }) => state === 'online' && hasExtensions));
  const connection = computed(() => {
    const ids = controllers.value.map(({ id }) => id);
    return [wanted(), connections.currentId].find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
  });
  const kindsLoad = useLoad(
    (signal) => (connection.value === undefined ? undefined : printers.kinds(connection.value, signal)),
    [connection],
  );
  const kinds = computed(() => KINDS.filter((kind) => kindsLoad.value.value?.some((listed) => listed.kind === kind)));

  /** Why a new printer cannot have this name. */
  function faultOf(name: string): NameFault | undefined {
    const taken = fleet.places.filter((place) => place.connection === connection.value);
    return nameFault(
      name,
      taken.map(({ printer }) => ({ name: printer })),
    );
  }

  return { controllers, connection, kindsLoad, kinds, faultOf };
}
