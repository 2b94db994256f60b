import { shallowRef } from 'vue';

/** The names that are checked. */
export function useCheckedNames() {
  const ticked = shallowRef<ReadonlySet<string>>(new Set());

  function tick(names: readonly string[], isTaken: boolean): void {
    const others = [...ticked.value].filter((name) => !names.includes(name));
    ticked.value = new Set(isTaken ? [...others, ...names] : others);
  }

  function clear(): void {
    ticked.value = new Set();
  }

  return { ticked, tick, clear };
}
