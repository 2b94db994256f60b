import { computed, onBeforeUnmount, onMounted, ref, type ShallowRef } from 'vue';

/** So far outside the window something is near: it is there before scrolling reaches it. */
const MARGIN = '50%';

let observer: IntersectionObserver | undefined;
const told = new WeakMap<Element, (isNear: boolean) => void>();

/** One observer for all. */
function observerOfAll(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) told.get(target)?.(isIntersecting);
    },
    { rootMargin: MARGIN },
  );
  return observer;
}

/** Whether an element is in the window or near it. While it is not `isLazy`, it counts as near wherever it is. */
export function useNear(element: Readonly<ShallowRef<HTMLElement | null>>, isLazy: () => boolean) {
  const isSeen = ref(false);
  let observed: HTMLElement | undefined;
  onMounted(() => {
    if (!element.value) return;
    observed = element.value;
    told.set(observed, (isNear) => (isSeen.value = isNear));
    observerOfAll().observe(observed);
  });
  onBeforeUnmount(() => {
    if (observed) observerOfAll().unobserve(observed);
  });
  return computed(() => isSeen.value || !isLazy());
}
