import { afterEach, describe, expect, it } from 'vitest';
import {
  allowSystemKeyboard,
  deleteBackward,
  findTypedField,
  pressEnter,
  suppressSystemKeyboard,
  takesNumbers,
  typeText,
} from '#renderer/domain/keyboard/typed-field.ts';

afterEach(() => document.body.replaceChildren());

function anInput(value: string, attributes: Record<string, string> = {}): HTMLInputElement {
  const input = document.createElement('input');
  for (const [name, text] of Object.entries({ type: 'text', ...attributes })) input.setAttribute(name, text);
  input.value = value;
  document.body.append(input);
  return input;
}

describe('a field', () => {
  it('gets a text at the caret, in place of the selection, and tells its listeners', () => {
    const field = anInput('Lt 7');
    const heard: string[] = [];
    field.addEventListener('input', () => heard.push(field.value));
    field.setSelectionRange(1, 1);
    typeText(field, 'o');
    field.setSelectionRange(4, 5);
    typeText(field, '12');
    expect([heard, field.selectionStart]).toEqual([['Lot 7', 'Lot 12'], 6]);
  });

  it('loses the selection, or the whole character before the caret, and nothing at its beginning', () => {
    const field = anInput('ab😀');
    deleteBackward(field);
    expect(field.value).toBe('ab');
    field.setSelectionRange(0, 1);
    deleteBackward(field);
    expect(field.value).toBe('b');
    field.setSelectionRange(0, 0);
    deleteBackward(field);
    expect(field.value).toBe('b');
  });

  it('takes no more characters than its length allows', () => {
    const field = anInput('123', { maxlength: '3' });
    typeText(field, '4');
    expect(field.value).toBe('123');
    field.setSelectionRange(0, 1);
    typeText(field, '4');
    expect(field.value).toBe('423');
  });

  it('sends its form with Enter, unless the page handles the key', () => {
    const form = document.createElement('form');
    const field = anInput('7');
    form.append(field);
    document.body.append(form);
    let sent = 0;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      sent += 1;
    });
    pressEnter(field);
    field.addEventListener('keydown', (event) => event.preventDefault());
    pressEnter(field);
    expect(sent).toBe(1);
  });

  it('is found unless it cannot be changed, and asks for numbers also without the keyboard of the system', () => {
    const number = anInput('', { inputmode: 'decimal' });
    suppressSystemKeyboard(number);
    suppressSystemKeyboard(number);
    expect([number.inputMode, takesNumbers(number), takesNumbers(anInput(''))]).toEqual(['none', true, false]);
    allowSystemKeyboard(number);
    expect(number.inputMode).toBe('decimal');
    const others = [anInput('', { readonly: '' }), anInput('', { disabled: '' }), anInput('', { type: 'checkbox' }), document.body];
    expect([findTypedField(number), ...others.map(findTypedField)]).toEqual([number, ...others.map(() => undefined)]);
  });
});
