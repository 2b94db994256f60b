import { computed, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import type { Problem } from '#contract/problem.ts';
import { useConnectionsStore } from '../stores/connections.ts';
import { useLoad } from './use-load.ts';

export interface ConnectionList<Item> {
  /** The list of the chosen connection; undefined until it is known. Entries of another connection are never shown as its own. */
  items: ComputedRef<readonly Item[] | undefined>;
  isLoading: Readonly<Ref<boolean>>;
  problem: Readonly<ShallowRef<Problem | undefined>>;
  reload: () => Promise<void>;
}

/** A list of the chosen connection, read again when another one is chosen and when a lost one is back. */
export function useConnectionList<Item>(read: (connection: string, signal: AbortSignal) => Promise<Item[]>): ConnectionList<Item> {
  const connections = useConnectionsStore();
  const load = useLoad(
    async (signal) => {
      const connection = connections.currentId;
      return connection === undefined ? undefined : { connection, items: await read(connection, signal) };
    },
    [() => connections.currentId, () => connections.current?.state],
  );
  const items = computed(() => (load.value.value?.connection === connections.currentId ? load.value.value?.items : undefined));
  return { items, isLoading: load.isLoading, problem: load.problem, reload: load.reload };
}
