import { computed } from 'vue';
import type { LibraryKind } from '#contract/api-v3/library-item.ts';
import type { PlantItem } from '#contract/api-v3/plant-library.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useLoad } from '../../stores/use-load.ts';

/**
 * What a controller has of the library of the plant, and whether items can be sent there. Nothing is known while it cannot be read; the controller itself
 * refuses what may not be changed.
 */
export function usePlantItems(connection: () => string | undefined) {
  const client = useStationClient();
  const connections = useConnectionsStore();
  /** The controller, if it can have a plant. */
  const place = computed(() => {
    const id = connection();
    return id !== undefined && connections.findConnection(id)?.hasExtensions ? id : undefined;
  });
  const { value, reload } = useLoad(
    (signal) => {
      const current = place.value;
      if (current === undefined) return undefined;
      return Promise.all([client.plant.items({ connection: current }, signal), client.plant.get({ connection: current }, signal)]);
    },
    [place],
  );
  const items = computed(() => new Map((value.value?.[0].items ?? []).map((item) => [`${item.kind}/${item.name}`, item])));
  const canSend = computed(() => value.value?.[1].isEnabled === true);
  const itemOf = (kind: LibraryKind, name: string): PlantItem | undefined => items.value.get(`${kind}/${name}`);
  return { itemOf, canSend, reload };
}
