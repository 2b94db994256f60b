import { computed, onScopeDispose, ref, watch } from 'vue';

interface Stop {
  key: string;
  isCritical: boolean;
}

/**
 * Advances to the next stop at an interval, until it is paused. If a stop is critical it goes there at once, and shows only critical stops
 * until that is over.
 */
export function useRotation(stops: () => readonly Stop[], seconds: () => number) {
  const shown = ref<string>();
  const isPaused = ref(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const index = computed(() => {
    const found = stops().findIndex(({ key }) => key === shown.value);
    return found === -1 ? 0 : found;
  });
  const key = computed(() => stops()[index.value]?.key);
  const isHeld = computed(() => stops().some(({ isCritical }) => isCritical));

  function go(by: 1 | -1): void {
    const all = stops();
    const wanted = isHeld.value && !isPaused.value ? all.filter(({ isCritical }) => isCritical) : all;
    const at = wanted.findIndex((stop) => stop.key === key.value);
    shown.value = wanted.at((at + by) % Math.max(1, wanted.length))?.key;
    wait();
  }

  function wait(): void {
    clearTimeout(timer);
    if (!isPaused.value) timer = setTimeout(go, seconds() * 1_000, 1);
  }

  function togglePause(): void {
    isPaused.value = !isPaused.value;
  }

  watch([isPaused, seconds], wait, { immediate: true });
  // A stop that becomes critical is shown at once; a critical one that is already shown stays.
  watch(
    () => stops().find(({ isCritical }) => isCritical)?.key,
    (critical) => {
      const current = stops()[index.value];
      if (critical === undefined || isPaused.value || current?.isCritical) return;
      shown.value = critical;
      wait();
    },
    { immediate: true },
  );
  onScopeDispose(() => {
    clearTimeout(timer);
  });

  return { key, index, isPaused, isHeld, go, togglePause };
}
