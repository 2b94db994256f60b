import { computed, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import type { Problem } from '#contract/problem.ts';
import { useConnectionsStore } from './connections.ts';
import { useLoad } from './use-load.ts';

export interface ConnectionList<Item> {
  /** The list of the chosen connection; undefined until it has been read. Never contains entries of another connection. */
  items: ComputedRef<readonly Item[] | undefined>;
  isLoading: Readonly<Ref<boolean>>;
  problem: Readonly<ShallowRef<Problem | undefined>>;
  reload: () => Promise<void>;
}

/** A list of the chosen connection, read again when another connection is chosen and when a lost connection is back. */
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
