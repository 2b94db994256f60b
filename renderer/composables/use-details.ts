import { onScopeDispose, shallowReactive, watch } from 'vue';

/** How many entries are read at the same time. */
const AT_ONCE = 4;
/** Milliseconds after which a detail is read again when its list is. */
const KEPT_FOR = 60_000;

export interface Details<Detail> {
  find: (name: string) => Detail | undefined;
  /** Reads an entry again even if it was read a moment ago. */
  refresh: (name: string) => void;
}

/**
 * Details that a list does not contain, read one by one for the visible entries, a few at a time. An entry that cannot be read has no
 * details.
 */
export function useDetails<Item extends { name: string }, Detail>(
  shown: () => readonly Item[],
  read: (name: string, signal: AbortSignal) => Promise<Detail>,
): Details<Detail> {
  const details = shallowReactive(new Map<string, { detail: Detail; readAt: number }>());
  let current = new AbortController();

  function readMissing(items: readonly Item[]): void {
    current.abort();
    const mine = (current = new AbortController());
    const now = performance.now();
    const names = items.map(({ name }) => name).filter((name) => now - (details.get(name)?.readAt ?? -Infinity) > KEPT_FOR);
    const work = async () => {
      for (let name = names.shift(); name !== undefined && !mine.signal.aborted; name = names.shift()) {
        const detail = await read(name, mine.signal).catch(() => undefined);
        if (!mine.signal.aborted && detail !== undefined) details.set(name, { detail, readAt: now });
      }
    };
    for (let worker = 0; worker < AT_ONCE; worker += 1) void work();
  }

  function refresh(name: string): void {
    const detail = details.get(name);
    if (detail) details.set(name, { ...detail, readAt: -Infinity });
    readMissing(shown());
  }

  watch(shown, readMissing, { immediate: true });
  onScopeDispose(() => {
    current.abort();
  });
  return { find: (name) => details.get(name)?.detail, refresh };
}
