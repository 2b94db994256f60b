import { isDeepStrictEqual } from 'node:util';
import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Counter } from '#contract/api-v3/counter.ts';
import { ProblemError } from '#contract/problem.ts';
import { counterText } from '#renderer/domain/counters/next-counter-text.ts';
import { useCounterForm } from '#renderer/panels/counter/use-counter-form.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const SERIAL: Counter = { value: 41, minValue: 1, maxValue: 999, repeat: 1, step: 1, width: 6, padding: '0', format: '', description: '' };
let present: Counter;
/** The name of the counter on the controller. */
let name: string;
let refusal: ProblemError | undefined;
/** Runs before a put arrives. */
let beforePut: () => unknown;
let rig: PageRig;

beforeEach(async () => {
  present = { ...SERIAL };
  name = 'Serial';
  refusal = undefined;
  beforePut = () => undefined;
  rig = await openPageRig({
    counters: {
      list: async () => [{ name: 'Serial', value: present.value }],
      get: async () => present,
      put: async ({ counter, expected, ...place }) => {
        beforePut();
        if (refusal) throw refusal;
        if (!isDeepStrictEqual(expected, place.name === name ? present : null)) throw new ProblemError('changed-meanwhile');
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
  it('keeps the value that printing reached while another field was edited', async () => {
    const { form, close } = await open('Serial');
    form.fields.description = 'Cases';
    present = { ...present, value: 57 };
    await form.save();
    expect(present).toEqual({ ...SERIAL, value: 57, description: 'Cases' });
    expect(close).toHaveBeenCalledOnce();
  });

  it('I2 keeps the value that printing reaches during the save', async () => {
    const { form, close } = await open('Serial');
    form.fields.description = 'Cases';
    let prints = 0;
    beforePut = () => (prints += 1) <= 2 && (present = { ...present, value: 41 + prints });
    await form.save();
    expect(present).toEqual({ ...SERIAL, value: 43, description: 'Cases' });
    expect(close).toHaveBeenCalledOnce();
  });

  it('asks again when printing passes the typed value during the save', async () => {
    const { form } = await open('Serial');
    form.fields.value = '50';
    beforePut = () => (present = { ...present, value: 51 });
    await form.save();
    expect([form.pending.value?.from.value, present.value]).toEqual([51, 51]);
  });

  it('E17 does not replace a concurrent change, shows it, and replaces it after a confirmation', async () => {
    const { form, close } = await open('Serial');
    form.fields.description = 'Cases';
    present = { ...SERIAL, value: 57, width: 8 };
    await form.save();
    expect(form.conflict.value).toEqual({ mine: { ...SERIAL, value: 57, description: 'Cases' }, base: SERIAL, theirs: present });
    expect([present.description, form.fields.description, close.mock.calls.length]).toEqual(['', 'Cases', 0]);

    form.acknowledge();
    await form.save();
    expect(present).toEqual({ ...SERIAL, value: 57, description: 'Cases' });
    expect(close).toHaveBeenCalledOnce();
  });

  it('E17 shows a concurrent change before the confirmation to set it back', async () => {
    const { form } = await open('Serial');
    form.fields.value = '20';
    await form.save();
    expect(form.pending.value).toMatchObject({ kind: 'back' });
    present = { ...SERIAL, width: 8 };
    await form.confirming.run('the roll was changed');
    expect([form.pending.value, form.conflict.value?.theirs, present.value]).toEqual([undefined, present, 41]);
  });

  it('is set back from its current value after the confirmation', async () => {
    const { form } = await open('Serial');
    form.fields.step = '-1';
    await form.save();
    expect(form.pending.value).toMatchObject({ kind: 'turned', to: { value: 41 } });
    present = { ...present, value: 44 };
    await form.confirming.run('the roll runs backwards');
    expect(present).toEqual({ ...SERIAL, value: 44, step: -1 });
  });

  it('E17 does not replace a counter that was created under the name meanwhile', async () => {
    const { form, close } = await open(undefined);
    form.name.value = name = 'Box';
    form.fields.value = '7';
    await form.save();
    expect([form.saving.problem.value?.status, present, form.fields.value]).toEqual([412, SERIAL, '7']);
    expect([form.conflict.value, close.mock.calls.length]).toEqual([undefined, 0]);

    form.name.value = 'Box 2';
    await form.save();
    expect(close).toHaveBeenCalledOnce();
  });

  it('H19 asks before the counter is set back from its current value', async () => {
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

  it('sets the counter forward without a confirmation', async () => {
    const { form } = await open('Serial');
    form.fields.value = '100';
    await form.save();
    expect(present.value).toBe(100);
  });

  it('H25 reports an invalid number at its field and sends nothing', async () => {
    const { form, close } = await open('Serial');
    form.fields.repeat = '0';
    expect(form.errorAt('repeat')).toBe('Enter at least 1.');
    await form.save();
    expect(present).toEqual(SERIAL);
    expect(close).not.toHaveBeenCalled();
  });

  it("shows the controller's error at its field, and keeps the inputs", async () => {
    const { form, close } = await open('Serial');
    refusal = new ProblemError('invalid-input', { errors: [{ pointer: '/description', detail: 'is too long' }] });
    form.fields.description = 'Cases';
    await form.save();
    expect(form.errorAt('description')).toBe('is too long');
    expect(form.fields.description).toBe('Cases');
    expect(close).not.toHaveBeenCalled();
  });

  it('rejects the name of an existing counter', async () => {
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
