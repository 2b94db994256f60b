import { onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue';

/** Nobody sees that this comes later. */
const PAUSE = 150;

/** What a value is once it stays the same for a moment. */
export function usePaused<Value>(source: Readonly<Ref<Value>>): Readonly<ShallowRef<Value>> {
  const paused = shallowRef(source.value);
  let timer: ReturnType<typeof setTimeout> | undefined;
  watch(source, () => {
    clearTimeout(timer);
    timer = setTimeout(() => (paused.value = source.value), PAUSE);
  });
  onScopeDispose(() => {
    clearTimeout(timer);
  });
  return paused;
}
