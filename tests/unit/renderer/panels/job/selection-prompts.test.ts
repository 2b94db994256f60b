import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LabelPrompt, Variable } from '#contract/api-v3/variable.ts';
import { ProblemError } from '#contract/problem.ts';
import SelectionPrompts from '#renderer/panels/job/SelectionPrompts.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const LOT: LabelPrompt = {
  name: 'Lot',
  description: 'Lot number',
  value: 'L12',
  pinned: true,
  prompt: { type: 'text', min: 3, max: 5, mask: 'A99' },
};
const CASES: LabelPrompt = { name: 'Cases', description: '', value: '72', pinned: false, prompt: { type: 'number', min: 1, max: 99 } };
const BEST: LabelPrompt = {
  name: 'Best',
  description: '',
  value: '2026-11-21',
  pinned: false,
  prompt: { type: 'date', max: '2027-01-31' },
};
const COLOUR: LabelPrompt = {
  name: 'Colour',
  description: '',
  value: 'red',
  pinned: false,
  prompt: { type: 'text', choices: ['red', 'blue'] },
};

let asked: LabelPrompt[];
let put: Variable[];
let refusal: ProblemError | undefined;
let rig: PageRig;
let panel: VueWrapper;

beforeEach(async () => {
  asked = [LOT, CASES, BEST, COLOUR];
  put = [];
  refusal = undefined;
  rig = await openPageRig({
    variables: {
      list: async () => [],
      prompts: async ({ label }) => (label === 'Food case' ? asked : []),
      get: async ({ name }) => ({ ...asked.find((each) => each.name === name), userEdit: true, name: undefined }) as unknown as Variable,
      put: async ({ name, variable, expected }) => {
        if (refusal) throw refusal;
        if (expected?.['value'] !== asked.find((each) => each.name === name)?.value) throw new ProblemError('changed-meanwhile');
        put.push(variable as Variable);
        asked = asked.map((each) => (each.name === name ? { ...each, value: variable.value ?? '' } : each));
        return { created: false };
      },
    },
  });
});

afterEach(() => rig.end());

async function open(label: string) {
  panel = rig.mount(SelectionPrompts, { connection: 'c1', label, version: '1', isUnsaved: false });
  await flushPromises();
}

const hints = () => panel.findAll('.hint').map((hint) => hint.text());
const lastUnsaved = () => panel.emitted('update:isUnsaved')?.at(-1)?.[0] ?? false;

async function save() {
  await panel.get('form').trigger('submit');
  await flushPromises();
}

describe('the prompts of a label', () => {
  it('have a description or name, a value and the limits as text', async () => {
    await open('Food case');
    const fields = panel.findAll('form').map((form) => {
      const control = form.get<HTMLInputElement>('.control');
      return [form.get('label').text(), control.element.value, control.element.type, form.get('.hint').text()];
    });
    expect(fields).toEqual([
      ['Lot number', 'L12', 'text', '3 to 5 characters. Format A99 (9 = digit, A = letter, * = any character).'],
      ['Cases', '72', 'text', 'A number from 1 to 99.'],
      ['Best', '21 NOV 2026', 'text', 'Not after 31 JAN 2027.'],
      ['Colour', 'red', 'select-one', 'Choose one of the values.'],
    ]);
  });

  it('use the singular for one character', async () => {
    asked = [
      { ...LOT, prompt: { type: 'text', min: 1 } },
      { ...COLOUR, prompt: { type: 'text', max: 1 } },
    ];
    await open('Food case');
    expect(hints()).toEqual(['At least 1 character.', 'At most 1 character.']);
  });

  it('are absent for a label without prompts', async () => {
    await open('Pallet');
    expect(panel.text()).toBe('');
  });

  it('are saved with the other keys of the variable unchanged', async () => {
    await open('Food case');
    await panel.get('input').setValue('K07');
    expect([hints()[0]?.endsWith('Not yet saved.'), lastUnsaved()]).toEqual([true, true]);
    await save();
    expect([put, lastUnsaved(), panel.emitted('saved')?.length]).toEqual([
      [{ value: 'K07', description: 'Lot number', userEdit: true, pinned: true, prompt: LOT.prompt }],
      false,
      1,
    ]);
  });

  it("show the controller's error at the field, and keep the input", async () => {
    await open('Food case');
    await panel.get('input').setValue('K99');
    const detail = 'must not be before L12';
    refusal = new ProblemError('invalid-input', { errors: [{ pointer: '/value', detail }] });
    await save();
    expect([panel.get('[role=alert]').text(), panel.get<HTMLInputElement>('input').element.value]).toEqual([`The value ${detail}.`, 'K99']);
  });

  it('E17 do not replace a value that was changed meanwhile', async () => {
    await open('Food case');
    await panel.get('input').setValue('K07');
    asked = [{ ...LOT, value: 'M33' }, CASES, BEST, COLOUR];
    await save();
    expect([asked[0]?.value, panel.get<HTMLInputElement>('input').element.value, put]).toEqual(['M33', 'K07', []]);
    expect(panel.get('[role=alert]').text()).toContain('Check the current state, then decide again.');

    await save();
    expect([asked[0]?.value, put.length]).toEqual(['K07', 1]);
  });

  it('discard the inputs when another label is chosen', async () => {
    await open('Food case');
    await panel.get('input').setValue('K07');
    await panel.setProps({ label: 'Pallet' });
    await flushPromises();
    expect(lastUnsaved()).toBe(false);
    await panel.setProps({ label: 'Food case' });
    await flushPromises();
    expect(panel.get<HTMLInputElement>('input').element.value).toBe('L12');
  });
});
