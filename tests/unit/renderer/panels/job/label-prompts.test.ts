import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LabelPrompt, Variable } from '#contract/api-v3/variable.ts';
import { ProblemError } from '#contract/problem.ts';
import LabelPrompts from '#renderer/panels/job/LabelPrompts.vue';
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
      put: async ({ name, variable, over }) => {
        if (refusal) throw refusal;
        if (over?.['value'] !== asked.find((each) => each.name === name)?.value) throw new ProblemError('changed-meanwhile');
        put.push(variable as Variable);
        asked = asked.map((each) => (each.name === name ? { ...each, value: variable.value ?? '' } : each));
        return { created: false };
      },
    },
  });
});

afterEach(() => rig.end());

async function open(label: string) {
  panel = rig.mount(LabelPrompts, { connection: 'c1', label, version: '1', isUnsaved: false });
  await flushPromises();
}

const hints = () => panel.findAll('.hint').map((hint) => hint.text());
const lastUnsaved = () => panel.emitted('update:isUnsaved')?.at(-1)?.[0] ?? false;

async function save() {
  await panel.get('form').trigger('submit');
  await flushPromises();
}

describe('what a label asks for', () => {
  it('stands there by description or name, with its value and its limits in words', async () => {
    await open('Food case');
    const fields = panel.findAll('form').map((form) => {
      const control = form.get<HTMLInputElement>('.control');
      return [form.get('label').text(), control.element.value, control.element.type, form.get('.hint').text()];
    });
    expect(fields).toEqual([
      ['Lot number', 'L12', 'text', '3 to 5 characters. Looks like A99 (9: a digit, A: a letter, *: any character).'],
      ['Cases', '72', 'text', 'A number from 1 to 99.'],
      ['Best', '2026-11-21', 'date', '21 NOV 2026 · Not after 31 JAN 2027.'],
      ['Colour', 'red', 'select-one', 'One of the choices.'],
    ]);
  });

  it('says one character otherwise than several', async () => {
    asked = [
      { ...LOT, prompt: { type: 'text', min: 1 } },
      { ...COLOUR, prompt: { type: 'text', max: 1 } },
    ];
    await open('Food case');
    expect(hints()).toEqual(['At least 1 character.', 'At most 1 character.']);
  });

  it('is not there for a label that asks for nothing', async () => {
    await open('Pallet');
    expect(panel.text()).toBe('');
  });

  it('is saved with the rest of the variable as it is', async () => {
    await open('Food case');
    await panel.get('input').setValue('K07');
    expect([hints()[0]?.endsWith('Not saved yet.'), lastUnsaved()]).toEqual([true, true]);
    await save();
    expect([put, lastUnsaved(), panel.emitted('saved')?.length]).toEqual([
      [{ value: 'K07', description: 'Lot number', userEdit: true, pinned: true, prompt: LOT.prompt }],
      false,
      1,
    ]);
  });

  it('shows at the field why the controller refuses a value, and keeps what was typed', async () => {
    await open('Food case');
    await panel.get('input').setValue('K99');
    const detail = 'must not be before L12';
    refusal = new ProblemError('invalid-input', { errors: [{ pointer: '/value', detail }] });
    await save();
    expect([panel.get('[role=alert]').text(), panel.get<HTMLInputElement>('input').element.value]).toEqual([`It ${detail}.`, 'K99']);
  });

  it('E17 is not replaced unseen where somebody else entered another value meanwhile', async () => {
    await open('Food case');
    await panel.get('input').setValue('K07');
    asked = [{ ...LOT, value: 'M33' }, CASES, BEST, COLOUR];
    await save();
    expect([asked[0]?.value, panel.get<HTMLInputElement>('input').element.value, put]).toEqual(['M33', 'K07', []]);
    expect(panel.get('[role=alert]').text()).toContain('Look at what it is now, and decide anew.');

    await save();
    expect([asked[0]?.value, put.length]).toEqual(['K07', 1]);
  });

  it('forgets what was typed when another label is chosen', async () => {
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
