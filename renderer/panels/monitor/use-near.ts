import { computed, onBeforeUnmount, onMounted, ref, type Ref, type ShallowRef } from 'vue';
import { nextTask } from '../../composables/next-task.ts';

/** So far outside the window something is near: it is there before scrolling reaches it. */
const MARGIN = '50%';
/** What comes and goes between two frames: a flick of a finger passes hundreds, and all of them at once would keep the page from answering. */
const PER_FRAME = 6;

let observer: IntersectionObserver | undefined;
const seen = new WeakMap<Element, Ref<boolean>>();
/** What came or went and was not told yet, in that order; what comes and goes before its turn has changed nothing. */
const changes = new Map<Element, boolean>();
let isTelling = false;

/** One observer for all. */
function observerOfAll(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) note(target, isIntersecting);
      if (!isTelling) void tell();
    },
    { rootMargin: MARGIN },
  );
  return observer;
}

function note(element: Element, isNear: boolean): void {
  changes.delete(element);
  if (seen.get(element)?.value !== isNear) changes.set(element, isNear);
}

/** A few with each frame, in a task of their own: what they cost is not added to the drawing of those before them. */
async function tell(): Promise<void> {
  isTelling = true;
  while (changes.size > 0) {
    await nextTask();
    for (const [element, isNear] of [...changes].slice(0, PER_FRAME)) {
      changes.delete(element);
      const isSeen = seen.get(element);
      if (isSeen) isSeen.value = isNear;
    }
    await nextFrame();
  }
  isTelling = false;
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => void requestAnimationFrame(resolve));
}

/** Whether an element is in the window or near it. While it is not `isLazy`, it counts as near wherever it is. */
export function useNear(element: Readonly<ShallowRef<HTMLElement | null>>, isLazy: () => boolean) {
  const isSeen = ref(false);
  let observed: HTMLElement | undefined;
  onMounted(() => {
    if (!element.value) return;
    observed = element.value;
    seen.set(observed, isSeen);
    observerOfAll().observe(observed);
  });
  onBeforeUnmount(() => {
    if (!observed) return;
    observerOfAll().unobserve(observed);
    changes.delete(observed);
  });
  return computed(() => isSeen.value || !isLazy());
}
