/** A field of the page that text can be typed into. */
export type TypedField = HTMLInputElement | HTMLTextAreaElement;

/** Types of inputs that report where the caret is; the others cannot be typed into from outside. */
const TEXT_TYPES = new Set(['text', 'search', 'password', 'tel', 'url']);

/** The field that an event is about; undefined for anything else, and for a field that cannot be changed. */
export function findTypedField(target: EventTarget | null): TypedField | undefined {
  const isField = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && TEXT_TYPES.has(target.type));
  return isField && !target.disabled && !target.readOnly ? target : undefined;
}

/** Whether only a number fits. */
export function takesNumbers(field: TypedField): boolean {
  return ['numeric', 'decimal'].includes(field.dataset['inputMode'] ?? field.inputMode);
}

/** Keeps the system's own keyboard away from a field. The kind of its input stays readable for `takesNumbers`. */
export function suppressSystemKeyboard(field: TypedField): void {
  if (field.inputMode === 'none') return;
  field.dataset['inputMode'] = field.inputMode;
  field.inputMode = 'none';
}

/** Undoes `suppressSystemKeyboard`. */
export function allowSystemKeyboard(field: TypedField): void {
  const former = field.dataset['inputMode'];
  if (former === undefined) return;
  field.inputMode = former;
  delete field.dataset['inputMode'];
}

/** Types a text in place of the selection, unless the field would become too long. */
export function typeText(field: TypedField, text: string): void {
  const [start, end] = selectionOf(field);
  if (field.maxLength >= 0 && field.value.length - (end - start) + text.length > field.maxLength) return;
  change(field, { start, end, text, inputType: 'insertText' });
}

/** Deletes the selection, or the character before the caret. */
export function deleteBackward(field: TypedField): void {
  const [start, end] = selectionOf(field);
  const before = field.value.slice(0, start);
  const last = start === end ? ([...before].pop()?.length ?? 0) : 0;
  if (start - last === end) return;
  change(field, { start: start - last, end, text: '', inputType: 'deleteContentBackward' });
}

/** Presses Enter: a new line in a text area, otherwise what Enter does in this field. */
export function pressEnter(field: TypedField): void {
  const isOpen = field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }));
  if (!isOpen) return;
  if (field instanceof HTMLTextAreaElement) typeText(field, '\n');
  else field.form?.requestSubmit();
}

function selectionOf(field: TypedField): [start: number, end: number] {
  const { length } = field.value;
  return [field.selectionStart ?? length, field.selectionEnd ?? length];
}

interface Change {
  start: number;
  end: number;
  text: string;
  inputType: 'insertText' | 'deleteContentBackward';
}

function change(field: TypedField, { start, end, text, inputType }: Change): void {
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data: text === '' ? null : text }));
}
