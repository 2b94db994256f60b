import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Counter } from '#contract/api-v3/counter.ts';
import { ProblemError } from '#contract/problem.ts';
import { counterText } from '#renderer/panels/counter/counter-text.ts';
import { useCounterForm } from '#renderer/panels/counter/use-counter-form.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const SERIAL: Counter = { value: 41, minValue: 1, maxValue: 999, repeat: 1, step: 1, width: 6, padding: '0', format: '', description: '' };
let present: Counter;
let refusal: ProblemError | undefined;
let rig: PageRig;

beforeEach(async () => {
  present = { ...SERIAL };
  refusal = undefined;
  rig = await openPageRig({
    counters: {
      list: async () => [{ name: 'Serial', value: present.value }],
      get: async () => present,
      put: async ({ counter }) => {
        if (refusal) throw refusal;
        present = counter as Counter;
        return { created: false };
      },
    },
  });
});

afterEach(() => {
  rig.end();
});

async function open(name: string | undefined, from?: string) {
  const close = vi.fn();
  const form = rig.run(() => useCounterForm(() => ({ connection: 'c1', name, from }), close));
  await flushPromises();
  return { form, close };
}

describe('the form of a counter', () => {
  it('keeps the value that the line reached while another field was edited', async () => {
    const { form, close } = await open('Serial');
    form.fields.description = 'Cases';
    present = { ...present, value: 57 };
    await form.save();
    expect(present).toEqual({ ...SERIAL, value: 57, description: 'Cases' });
    expect(close).toHaveBeenCalledOnce();
  });

  it('H19 asks before the counter is set back behind where it stands now', async () => {
    const { form, close } = await open('Serial');
    form.fields.value = '50';
    present = { ...present, value: 57 };
    await form.save();
    expect(form.pending.value).toMatchObject({ kind: 'back', from: { value: 57 }, to: { value: 50 } });
    expect(present.value).toBe(57);

    await form.confirming.run('the roll was changed');
    expect(present.value).toBe(50);
    expect(close).toHaveBeenCalledOnce();
  });

  it('sets the counter forward without a question', async () => {
    const { form } = await open('Serial');
    form.fields.value = '100';
    await form.save();
    expect(present.value).toBe(100);
  });

  it('H25 refuses a wrong number at its field and sends nothing', async () => {
    const { form, close } = await open('Serial');
    form.fields.repeat = '0';
    expect(form.errorAt('repeat')).toBe('At least 1.');
    await form.save();
    expect(present).toEqual(SERIAL);
    expect(close).not.toHaveBeenCalled();
  });

  it('shows what the controller refuses at its field, and keeps what was typed', async () => {
    const { form, close } = await open('Serial');
    refusal = new ProblemError('invalid-input', { errors: [{ pointer: '/description', detail: 'is too long' }] });
    form.fields.description = 'Cases';
    await form.save();
    expect(form.errorAt('description')).toBe('is too long');
    expect(form.fields.description).toBe('Cases');
    expect(close).not.toHaveBeenCalled();
  });

  it('refuses the name of a counter that exists', async () => {
    const { form, close } = await open(undefined);
    form.name.value = 'Serial';
    await flushPromises();
    await form.save();
    expect(form.nameError.value).toBe('taken');
    expect(close).not.toHaveBeenCalled();
  });
});

describe('a copy of a counter', () => {
  it.each([
    ['that counts up begins at its smallest value', { minValue: 10, maxValue: 99, step: 1 }, 10],
    ['that counts down begins at its largest value', { minValue: 10, maxValue: 99, step: -1 }, 99],
  ])('%s, under a free name', async (_, range, value) => {
    present = { ...SERIAL, ...range };
    const { form } = await open(undefined, 'Serial');
    expect(form.name.value).toBe('Serial copy');
    expect(form.form.value.counter).toEqual({ ...SERIAL, ...range, value });
    expect(form.isDirty.value).toBe(false);
  });
});

describe('the text that a counter prints', () => {
  it.each([
    [{ value: 7, width: 4, padding: '0' }, '0007'],
    [{ value: -7, width: 4, padding: '0' }, '-007'],
    [{ value: 7, width: 3, padding: ' ' }, '  7'],
    [{ value: 12345, width: 3, padding: '0' }, '12345'],
  ])('%j: %s', (counter, text) => {
    expect(counterText(counter)).toBe(text);
  });
});
