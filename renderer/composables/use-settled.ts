import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue';

/** Follows a value that moves fast, at most once per `interval`, and never misses the last one. */
export function useSettled<Value>(source: () => Value, interval: number): Readonly<ShallowRef<Value>> {
  const settled = shallowRef(source());
  let timer: ReturnType<typeof setTimeout> | undefined;

  watch(source, (value) => {
    if (timer !== undefined) return;
    settled.value = value;
    timer = setTimeout(() => {
      timer = undefined;
      settled.value = source();
    }, interval);
  });
  onScopeDispose(() => {
    clearTimeout(timer);
  });
  return settled;
}
