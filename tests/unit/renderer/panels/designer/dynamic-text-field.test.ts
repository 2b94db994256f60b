import { flushPromises, type DOMWrapper, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nextTick, type Component } from 'vue';
import type { TextContext } from '#renderer/domain/dynamic-text/text-context.ts';
import DynamicTextField from '#renderer/panels/designer/text/DynamicTextField.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const CONTEXT: TextContext = {
  values: {
    moment: { epochMs: Date.UTC(2026, 10, 22, 12), timeZone: 'UTC' },
    variables: new Map([['Batch', 'L7']]),
    counters: new Map([['Serial', { value: 7, width: 4, padding: '0' }]]),
    shiftCodes: new Map([
      [
        'Shift',
        [
          { offset: 360, code: 'A' },
          { offset: 840, code: 'B' },
        ],
      ],
    ]),
    row: undefined,
  },
  columns: [],
};
let rig: PageRig;
let field: VueWrapper;
let area: Omit<DOMWrapper<HTMLTextAreaElement>, 'exists'>;

beforeEach(async () => {
  rig = await openPageRig({});
});

afterEach(() => rig.end());

function open(modelValue: string, props: Record<string, unknown> = {}) {
  field = rig.mount(DynamicTextField as Component, {
    modelValue,
    label: 'Text',
    context: CONTEXT,
    'onUpdate:modelValue': (text: string) => void field.setProps({ modelValue: text }),
    ...props,
  });
  area = field.get('textarea');
}

async function type(text: string) {
  area.element.value = text;
  area.element.setSelectionRange(text.length, text.length);
  await area.trigger('input');
}

async function press(key: string) {
  await area.trigger('keydown', { key });
  await flushPromises();
  await nextTick();
}

const options = () => field.findAll('[role=option]').map((option) => option.get('code').text());
const chosen = () => document.getElementById(area.attributes('aria-activedescendant') ?? '')?.querySelector('code')?.textContent;

describe('the field for dynamic text', () => {
  it('opens the completions after a brace and filters them', async () => {
    open('');
    expect(options()).toEqual([]);
    await type('{sh');
    expect(options()).toEqual(['SHIFTCODE']);
  });

  it('is operated with the arrow keys and Enter, to the end of the code', async () => {
    open('');
    await type('{week');
    await press('ArrowDown');
    expect(chosen()).toBe('WEEKYEAR');
    await press('Enter');
    expect([area.element.value, area.element.selectionStart, options()]).toEqual(['{WEEKYEAR}', 10, []]);
  });

  it('completes the name where a code has one', async () => {
    open('');
    await type('{var');
    await press('Tab');
    expect([area.element.value, options()]).toEqual(['{VARIABLE;', ['Batch']]);
    await press('Enter');
    expect(area.element.value).toBe('{VARIABLE;Batch}');
  });

  it('is operated by tapping', async () => {
    open('Lot ');
    area.element.setSelectionRange(4, 4);
    await field.get('button').trigger('click');
    await field.findAll('[role=option]')[1]!.trigger('click');
    await flushPromises();
    expect([area.element.value, options()]).toEqual(['Lot {COUNTER;', ['Serial']]);
  });

  it('closes the completions with Escape, and nothing else', async () => {
    let heard = 0;
    const hear = () => (heard += 1);
    document.addEventListener('keydown', hear);
    open('');
    await type('{');
    await press('Escape');
    expect([options(), area.element.value, heard]).toEqual([[], '{', 0]);
    await press('Escape');
    expect(heard).toBe(1);
    document.removeEventListener('keydown', hear);
  });

  it('reports a kind of name that does not exist', async () => {
    open('');
    await type('{TABLE;');
    expect(field.text()).toContain('Choose a preview row');
  });

  it('shows the values of a code now, at the next shift change and at the end of the month', () => {
    open('{SHIFTCODE;Shift}{DAYOFMONTH}');
    expect(field.findAll('dl').map((list) => list.text())).toEqual([
      'Now · End of monthANext shift changeB',
      'Now · Next shift change22End of month30',
    ]);
    expect(field.text()).toContain('Next shift change: 22 NOV 2026, 14:00');
    expect(field.get('.text').text()).toBe('A22');
  });

  it('explains codes in words', () => {
    open('{TIME;{YEAR};+3months-1week} {COUNTER;Serial;WIDTH=6;FORMAT=alpha} {IF;{HOUR};<;12;;PM}');
    expect(field.findAll('.meanings .text').map((words) => words.text())).toEqual([
      'Print date +3 months, -1 week',
      'Year',
      'Counter "Serial" · at least 6 characters · with the digits ABCDEFGHIJKLMNOP…',
      'If {HOUR} < 12, then empty text, else PM',
      'Hour (0 to 23)',
    ]);
  });

  it('shows the fault of a code at its position, and selects it in the text', async () => {
    open('a {VARIABLE;Lot} b');
    expect(field.get('mark').text()).toBe('{VARIABLE;Lot}');
    await field.get('.faults button').trigger('click');
    await flushPromises();
    expect([area.element.selectionStart, area.element.selectionEnd]).toEqual([2, 16]);
  });

  it('shows the error from its form', () => {
    open('x', { fault: 'Too long.' });
    expect(field.get('[role=alert]').text()).toBe('Too long.');
  });

  it('keeps a single line', async () => {
    open('x', { isLine: true });
    const event = new KeyboardEvent('keydown', { key: 'Enter', cancelable: true });
    area.element.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });
});
