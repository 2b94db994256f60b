import { useEventListener } from '@vueuse/core';
import { onScopeDispose, shallowRef, type ShallowRef } from 'vue';
import { allowSystemKeyboard, findTypedField, suppressSystemKeyboard, type TypedField } from '../../domain/keyboard/typed-field.ts';

/**
 * The field that was touched, or got the focus by a touch, as long as it has the focus. A field that is reached by keyboard is not one: there are keys
 * then. `close` ends it until the next touch.
 */
export function useTouchedField(): { field: Readonly<ShallowRef<TypedField | undefined>>; close: () => void } {
  const field = shallowRef<TypedField>();
  /** Whether the last thing that the person did was a touch. */
  let isTouching = false;

  function show(touched: TypedField | undefined): void {
    if (field.value === touched) return;
    if (field.value) allowSystemKeyboard(field.value);
    if (touched) suppressSystemKeyboard(touched);
    field.value = touched;
  }

  const options = { capture: true };
  useEventListener(
    document,
    'pointerdown',
    ({ target }) => {
      isTouching = true;
      const touched = findTypedField(target);
      if (touched) suppressSystemKeyboard(touched);
    },
    options,
  );
  // The keys of the keyboard itself are not trusted events.
  useEventListener(
    document,
    'keydown',
    ({ isTrusted }) => {
      if (isTrusted) isTouching = false;
    },
    options,
  );
  useEventListener(
    document,
    'focusin',
    ({ target }) => {
      if (isTouching) show(findTypedField(target));
    },
    options,
  );
  useEventListener(
    document,
    'click',
    ({ target }) => {
      const touched = findTypedField(target);
      if (touched && touched === document.activeElement) show(touched);
    },
    options,
  );
  useEventListener(
    document,
    'focusout',
    ({ target }) => {
      if (target === field.value) show(undefined);
    },
    options,
  );
  onScopeDispose(() => show(undefined));

  return { field, close: () => show(undefined) };
}
