import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue';

/**
 * Follows a value at most once per `interval` milliseconds, and always delivers the last value. VueUse's throttle compares wall-clock times: a
 * clock that is set back by an hour would stop it for an hour.
 */
export function useThrottled<Value>(source: () => Value, interval: number): Readonly<ShallowRef<Value>> {
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
