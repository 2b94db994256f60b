import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Component } from 'vue';
import type { TextContext } from '#renderer/domain/dynamic-text/text-context.ts';
import RichTextField from '#renderer/panels/designer/text/RichTextField.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const CONTEXT: TextContext = {
  values: { moment: { epochMs: 0, timeZone: 'UTC' }, variables: new Map(), counters: new Map(), row: undefined },
  columns: [],
};
let rig: PageRig;
let field: VueWrapper;
let held: { text: string; format: string };

beforeEach(async () => {
  rig = await openPageRig({});
});

afterEach(() => rig.end());

function open(text: string, format: string, fontStyle = '') {
  held = { text, format };
  field = rig.mount(RichTextField as Component, {
    modelValue: text,
    format,
    fontStyle,
    label: 'Text',
    context: CONTEXT,
    'onUpdate:modelValue': (next: string) => {
      held.text = next;
      void field.setProps({ modelValue: next });
    },
    'onUpdate:format': (next: string) => {
      held.format = next;
      void field.setProps({ format: next });
    },
  });
}

function select(from: number, to: number) {
  field.get('textarea').element.setSelectionRange(from, to);
}

async function press(name: string) {
  const button = field.findAll('button').find((each) => each.text() === name);
  if (!button) throw new Error(`There is no key ${name}.`);
  await button.trigger('click');
  await flushPromises();
}

describe('the field for styled text', () => {
  it('has no buttons for a text without styles', () => {
    open('abc', 'NONE');
    expect(field.findAll('button').map((button) => button.text())).toEqual(['Insert field']);
  });

  it('makes the selection bold and keeps it', async () => {
    open('abc', 'SIMPLE');
    select(1, 2);
    await press('Bold');
    const { selectionStart, selectionEnd } = field.get('textarea').element;
    expect([held.text, selectionStart, selectionEnd]).toEqual(['a*b*c', 2, 3]);
    await press('Bold');
    expect(held.text).toBe('abc');
  });

  it('adds to the style of the font and removes it again', async () => {
    open('abc', 'ADVANCED', 'Italic');
    select(0, 3);
    await press('Bold');
    expect(held.text).toBe('[font-style="Bold Italic"]abc[]');
    await press('Italic');
    expect(held.text).toBe('[font-style="Bold"]abc[]');
  });

  it('sets the colour and height of the selection', async () => {
    open('abc', 'ADVANCED');
    select(2, 3);
    const color = field.get<HTMLInputElement>('[type=color]');
    color.element.value = '#ff0000';
    await color.trigger('change');
    await flushPromises();
    await press('Size');
    await field.get('.size input').setValue('3.5');
    await press('Apply');
    expect(held.text).toBe('ab[color="#ff0000" font-height="3.5"]c[]');
  });

  it('keeps the text when its format changes', async () => {
    open('2*3', 'NONE');
    await field.findAll('[type=radio]')[1]!.setValue(true);
    expect(held).toEqual({ text: '2\\*3', format: 'SIMPLE' });
  });

  it('writes no style into a text that cannot be parsed', () => {
    open('a*b', 'SIMPLE');
    const bold = field.findAll('button').find((button) => button.text() === 'Bold');
    expect(bold?.attributes('disabled')).toBeDefined();
  });
});
