import { computed, onBeforeUnmount, onMounted, ref, type Ref, type ShallowRef } from 'vue';
import { nextTask } from '../domain/browser/next-task.ts';

/** Elements within this distance of the window count as near, so that they are rendered before scrolling reaches them. */
const MARGIN = '50%';
/** How many elements change per frame. A fast scroll passes hundreds; changing all of them at once would block the page. */
const PER_FRAME = 4;

let observer: IntersectionObserver | undefined;
const visibility = new WeakMap<Element, Ref<boolean>>();
/** Changes that are not published yet, in order. A later change of the same element replaces the earlier one. */
const changes = new Map<Element, boolean>();
let isPublishing = false;

/** One observer for all elements. */
function observerOfAll(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) noteChange(target, isIntersecting);
      if (!isPublishing) void publishChanges();
    },
    { rootMargin: MARGIN },
  );
  return observer;
}

function noteChange(element: Element, isNear: boolean): void {
  changes.delete(element);
  if (visibility.get(element)?.value !== isNear) changes.set(element, isNear);
}

/** Publishes a few changes per frame, each batch in its own task, so that their cost is not added to the previous render. */
async function publishChanges(): Promise<void> {
  isPublishing = true;
  while (changes.size > 0) {
    await nextTask();
    for (const [element, isNear] of [...changes].slice(0, PER_FRAME)) {
      changes.delete(element);
      const isSeen = visibility.get(element);
      if (isSeen) isSeen.value = isNear;
    }
    await nextFrame();
  }
  isPublishing = false;
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => void requestAnimationFrame(resolve));
}

/** Whether an element is in the window or near it. While `isLazy` returns false, every element counts as near. */
export function useNearViewport(element: Readonly<ShallowRef<HTMLElement | null>>, isLazy: () => boolean) {
  const isSeen = ref(false);
  let observed: HTMLElement | undefined;
  onMounted(() => {
    if (!element.value) return;
    observed = element.value;
    visibility.set(observed, isSeen);
    observerOfAll().observe(observed);
  });
  onBeforeUnmount(() => {
    if (!observed) return;
    observerOfAll().unobserve(observed);
    changes.delete(observed);
  });
  return computed(() => isSeen.value || !isLazy());
}
