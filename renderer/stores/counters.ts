import { defineStore } from 'pinia';
import type { Counter } from '#contract/api-v3/counter.ts';
import { inNameOrder } from '../composables/compare-names.ts';
import { useStationClient } from '../composables/station-client.ts';
import { useConnectionList } from '../composables/use-connection-list.ts';

/** Where a counter is. */
export interface CounterPlace {
  connection: string;
  name: string;
}

export interface CounterPut {
  /** What a person saw; null = nothing. */
  over: Counter | null;
  /** Why it is set back. */
  reason?: string | undefined;
}

/** The counters of the chosen connection. */
export const useCountersStore = defineStore('counters', () => {
  const client = useStationClient();
  const { items, isLoading, problem, reload } = useConnectionList(async (connection, signal) =>
    inNameOrder(await client.counters.list({ connection }, signal)),
  );

  const get = (place: CounterPlace, signal?: AbortSignal) => client.counters.get(place, signal);

  /** Throws `changed-meanwhile` where there is something else than `over`. */
  async function put(place: CounterPlace, counter: Counter, { over, reason }: CounterPut): Promise<void> {
    await client.counters.put({ ...place, counter, over, ...(reason !== undefined && { reason }) });
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
