import { defineStore } from 'pinia';
import type { LabelSummary, SimulationQuery } from '#contract/api-v3/label.ts';
import { inNameOrder } from '../domain/formats/compare-names.ts';
import type { LabelDocument } from '../domain/label-document/design-object.ts';
import { useStationClient } from '../composables/station-client.ts';
import { useConnectionList } from './use-connection-list.ts';

/** The connection and name of a label. An open edit stays with its connection when another one is chosen. */
export interface LabelPlace {
  connection: string;
  name: string;
}

/** Which version the jobs that print a label print after it is saved. */
export type RunningJobsChoice = { runningJobs: 'keep' } | { runningJobs: 'update'; printers: string[] };

/** The content that the operator saw, and what jobs that print the label print then; by default the controller decides. */
type LabelReplacement = { expected: LabelDocument | null } & Partial<RunningJobsChoice>;

const VERSIONS = 20;

/** The labels of the chosen connection. */
export const useLabelsStore = defineStore('labels', () => {
  const client = useStationClient();
  const { items, isLoading, problem, reload } = useConnectionList(async (connection, signal) =>
    inNameOrder(await client.labels.list({ connection }, signal)),
  );

  const get = (place: LabelPlace, signal?: AbortSignal) => client.labels.get(place, signal);

  const simulate = (place: LabelPlace, query: SimulationQuery, signal?: AbortSignal) => client.labels.simulate({ ...place, query }, signal);

  /** What the controller says about a label in its list; undefined for a label that it does not have. */
  async function summary({ connection, name }: LabelPlace): Promise<Partial<LabelSummary> | undefined> {
    const list = await client.labels.list({ connection });
    return list.find((item) => item.name === name)?.summary;
  }

  /** The current version number on the controller; null if the controller reports none or has no such label. */
  async function revision(place: LabelPlace): Promise<number | null> {
    return (await summary(place))?.revision ?? null;
  }

  /** The versions of a label, newest first, starting below `before`. */
  const versions = (place: LabelPlace, before?: number, signal?: AbortSignal) =>
    client.labels.versions({ ...place, query: { limit: VERSIONS, ...(before === undefined ? {} : { before }) } }, signal);

  const version = (place: LabelPlace, revision: number) => client.labels.version({ ...place, revision });

  /**
   * Replaces the content that the operator saw (`expected`; null = none). Throws `changed-meanwhile` if the controller has other content.
   */
  async function put(place: LabelPlace, label: LabelDocument, change: LabelReplacement): Promise<void> {
    await client.labels.put({ ...place, label, ...change });
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

  return { items, isLoading, problem, reload, get, simulate, summary, revision, versions, version, put, remove, rename };
});
