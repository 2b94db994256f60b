import { defineStore } from 'pinia';
import type { SimulationQuery } from '#contract/api-v3/label.ts';
import { inNameOrder } from '../composables/compare-names.ts';
import { useStationClient } from '../composables/station-client.ts';
import { useConnectionList } from '../composables/use-connection-list.ts';

/** A label as JSON of any shape: another controller's labels are edited as they are. */
export type LabelDocument = Record<string, unknown>;

/** Where a label is. Work on a label keeps its connection, whatever is chosen meanwhile. */
export interface LabelPlace {
  connection: string;
  name: string;
}

const VERSIONS = 20;

/** The labels of the chosen connection. */
export const useLabelsStore = defineStore('labels', () => {
  const client = useStationClient();
  const { items, isLoading, problem, reload } = useConnectionList(async (connection, signal) =>
    inNameOrder(await client.labels.list({ connection }, signal)),
  );

  const get = (place: LabelPlace, signal?: AbortSignal) => client.labels.get(place, signal);

  const simulate = (place: LabelPlace, query: SimulationQuery, signal?: AbortSignal) => client.labels.simulate({ ...place, query }, signal);

  /** The revision that the controller has now; null where it tells none or has no such label. */
  async function revision({ connection, name }: LabelPlace): Promise<number | null> {
    const list = await client.labels.list({ connection });
    return list.find((item) => item.name === name)?.summary.revision ?? null;
  }

  /** The versions of a label, newest first; `before` reads on. */
  const versions = (place: LabelPlace, before?: number, signal?: AbortSignal) =>
    client.labels.versions({ ...place, query: { limit: VERSIONS, ...(before === undefined ? {} : { before }) } }, signal);

  const version = (place: LabelPlace, revision: number) => client.labels.version({ ...place, revision });

  /** Over what a person saw; null = nothing. Throws `changed-meanwhile` where there is something else. */
  async function put(place: LabelPlace, label: LabelDocument, over: LabelDocument | null): Promise<void> {
    await client.labels.put({ ...place, label, over });
    void reload();
  }

  async function remove(place: LabelPlace): Promise<void> {
    await client.labels.remove(place);
    await reload();
  }

  async function rename(place: LabelPlace, newName: string): Promise<void> {
    await client.labels.rename({ ...place, newName });
    await reload();
  }

  return { items, isLoading, problem, reload, get, simulate, revision, versions, version, put, remove, rename };
});
