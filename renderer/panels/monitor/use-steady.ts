import { useEventListener } from '@vueuse/core';
import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue';

/** Milliseconds after which a pointer that rests on an element, or a focus that stays, counts as left behind. */
const ABANDONED = 30_000;

/** Whether a person is at work within an element: the pointer is over it or the focus is in it, and one of them was used lately. */
export function useAtWork(element: Readonly<ShallowRef<HTMLElement | null>>): Readonly<Ref<boolean>> {
  const isAtWork = ref(false);
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function note(): void {
    clearTimeout(timer);
    isAtWork.value = isOver || (element.value?.contains(document.activeElement) ?? false);
    if (isAtWork.value) timer = setTimeout(() => (isAtWork.value = false), ABANDONED);
  }
  function noteOver(isNow: boolean): void {
    isOver = isNow;
    note();
  }

  useEventListener(element, ['pointerenter', 'pointermove', 'pointerdown'], () => noteOver(true), { passive: true });
  useEventListener(element, ['pointerleave', 'pointercancel'], () => noteOver(false), { passive: true });
  useEventListener(element, ['focusin', 'keydown'], note);
  useEventListener(element, 'focusout', () => setTimeout(note));
  onScopeDispose(() => clearTimeout(timer));
  return isAtWork;
}

/** The latest value of `wanted`, which does not change while `isHeld`, unless a person changes `request`. */
export function useSteady<Value>(
  wanted: () => Value,
  isHeld: () => boolean,
  request: () => unknown = () => undefined,
): Readonly<ShallowRef<Value>> {
  const shown = shallowRef(wanted());
  watch([wanted, isHeld, request], ([, , asked], [, , askedBefore]) => {
    if (!isHeld() || asked !== askedBefore) shown.value = wanted();
  });
  return shown;
}
