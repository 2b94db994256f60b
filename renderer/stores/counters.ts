import { defineStore } from 'pinia';
import type { Counter } from '#contract/api-v3/counter.ts';
import { inNameOrder } from '../domain/formats/compare-names.ts';
import { useStationClient } from '../composables/station-client.ts';
import { useConnectionList } from './use-connection-list.ts';

/** The connection and name of a counter. */
export interface CounterPlace {
  connection: string;
  name: string;
}

export interface CounterPut {
  /** The content that the operator saw; null = the counter did not exist. */
  expected: Counter | null;
  /** Why the counter is set back. */
  reason?: string | undefined;
}

/** The counters of the chosen connection. */
export const useCountersStore = defineStore('counters', () => {
  const client = useStationClient();
  const { items, isLoading, problem, reload } = useConnectionList(async (connection, signal) =>
    inNameOrder(await client.counters.list({ connection }, signal)),
  );

  const get = (place: CounterPlace, signal?: AbortSignal) => client.counters.get(place, signal);

  /** Throws `changed-meanwhile` if the controller has other content than `expected`. */
  async function put(place: CounterPlace, counter: Counter, { expected, reason }: CounterPut): Promise<void> {
    await client.counters.put({ ...place, counter, expected, ...(reason !== undefined && { reason }) });
    await reload();
  }

  async function remove(place: CounterPlace, reason: string): Promise<void> {
    await client.counters.remove({ ...place, reason });
    await reload();
  }

  async function rename(place: CounterPlace, newName: string): Promise<void> {
    await client.counters.rename({ ...place, newName });
    await reload();
  }

  return { items, isLoading, problem, reload, get, put, remove, rename };
});
