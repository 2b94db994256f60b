import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Component } from 'vue';
import { labelTestSchema, type LabelTest } from '#contract/api-v3/label-test.ts';
import { labelSchema } from '#contract/api-v3/label.ts';
import { missingValues, newTest, readMoment, withoutValue, withValue, writtenMoment } from '#renderer/panels/designer/tests/edit-tests.ts';
import LabelTests from '#renderer/panels/designer/tests/LabelTests.vue';
import { runTest, testObjects } from '#renderer/panels/designer/tests/test-objects.ts';
import type { TextContext } from '#renderer/panels/designer/text-context.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const FONT = { family: 'Arimo', style: '', height: 4 };
const LABEL = labelSchema.parse({
  format: 3,
  width: 60,
  height: 30,
  objs: [
    { type: 'Rect', x: 0, y: 0, width: 1, height: 1 },
    { type: 'Text', name: 'Best before', x: 2, y: 2, text: '{TIME;{DAYOFMONTH}.{MONTH}.{YEAR};+3months}', font: FONT },
    { type: 'Text', x: 2, y: 8, text: 'Lot {VARIABLE;Batch} {TABLE;SKU} {COUNTER;Serial}', font: FONT },
  ],
});
const CONTEXT: TextContext = {
  values: {
    moment: { epochMs: Date.parse('2026-11-30T12:00:30Z'), timeZone: 'Europe/Berlin' },
    variables: new Map([['Batch', 'L7']]),
    counters: new Map([['Serial', { value: 41, width: 4, padding: '0' }]]),
    row: new Map([['SKU', 'S12']]),
  },
  columns: ['SKU'],
};
const TEST: LabelTest = { at: '2026-11-30T12:00:00.000Z', expect: { 'Best before': '28.02.2027' } };

describe('a test of a label', () => {
  it('names the objects that show something, by their pointers where they have no name of their own', () => {
    expect(testObjects(LABEL).map(({ key }) => key)).toEqual(['Best before', '/objs/2']);
  });

  it('says what each object shows in its place, and whether that is expected', () => {
    const outcomes = runTest(LABEL, { ...TEST, expect: { ...TEST.expect, '/objs/2': 'Lot', Nobody: null } }, CONTEXT.values);
    expect(Object.fromEntries(outcomes)).toEqual({
      'Best before': { hasPassed: true, shown: '28.02.2027' },
      // A test prints without a row unless it brings one, and what cannot be resolved shows nothing.
      '/objs/2': { hasPassed: false, shown: null },
      Nobody: { hasPassed: false, shown: undefined, fault: 'The label has no object "Nobody"' },
    });
  });

  it('begins with what the first object shows now, and the row that is chosen', () => {
    const test = newTest(LABEL, CONTEXT.values);
    expect(test).toEqual({ at: '2026-11-30T12:00:00.000Z', row: { SKU: 'S12' }, expect: { 'Best before': '28.02.2027' } });
    expect(labelTestSchema.safeParse(test).success).toBe(true);
    expect(newTest({ ...LABEL, objs: [] }, CONTEXT.values)).toBeUndefined();
  });

  it('can bring the values that the label asks for', () => {
    expect(missingValues(LABEL, { ...TEST, row: { SKU: 'S1' } })).toEqual([
      { kind: 'variables', name: 'Batch' },
      { kind: 'counters', name: 'Serial' },
    ]);
    const given = withValue(TEST, { kind: 'counters', name: '__proto__' }, 7);
    expect(Object.entries(given.counters ?? {})).toEqual([['__proto__', 7]]);
    expect(withoutValue(given, { kind: 'counters', name: '__proto__' })).toEqual(TEST);
  });

  it('is printed at a moment by the clock of the controller', () => {
    expect(writtenMoment(TEST.at, 'Europe/Berlin')).toEqual({ day: '2026-11-30', time: '13:00' });
    expect(readMoment({ day: '2026-11-30', time: '13:00' }, 'Europe/Berlin')).toBe(TEST.at);
    expect([readMoment({ day: '', time: '13:00' }, 'UTC'), readMoment({ day: '2026-11-30', time: '25:00' }, 'UTC')]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('the form of the tests of a label', () => {
  let rig: PageRig;
  let form: VueWrapper;
  let tests: readonly LabelTest[];

  beforeEach(async () => {
    rig = await openPageRig({});
  });

  afterEach(() => rig.end());

  function open(...given: LabelTest[]) {
    tests = given;
    form = rig.mount(LabelTests as Component, {
      label: LABEL,
      context: CONTEXT,
      modelValue: tests,
      'onUpdate:modelValue': (next: LabelTest[]) => {
        tests = next;
        void form.setProps({ modelValue: next });
      },
    });
  }

  async function press(name: string) {
    const button = form.findAll('button').find((each) => each.text() === name || each.attributes('aria-label') === name);
    if (!button) throw new Error(`There is no key ${name}.`);
    await button.trigger('click');
    await flushPromises();
  }

  function control(name: string) {
    const field = form.findAll('.field').find((each) => each.get('label').text() === name);
    if (!field) throw new Error(`There is no field ${name}.`);
    return field.get('input, select');
  }

  it('adds a test that passes', async () => {
    open();
    await press('Add a test');
    expect(tests).toHaveLength(1);
    expect(form.text()).toContain('All tests pass');
  });

  it('says what is shown in place of what is expected, and fills it in', async () => {
    open(TEST);
    await control('Printed on').setValue('2026-12-31');
    expect(tests[0]?.at).toBe('2026-12-31T12:00:00.000Z');
    expect(form.text()).toContain('1 test fails');
    expect(form.get('.verdict').text()).toBe('It shows "31.03.2027".');
    await press('Fill in what is shown now');
    expect(tests[0]?.expect).toEqual({ 'Best before': '31.03.2027' });
    expect(form.get('.verdict').text()).toBe('As expected');
  });

  it('looks at another object with values of its own', async () => {
    open({ ...TEST, row: { SKU: 'S1' } });
    await control('Print with a value of its own').setValue('1');
    await control('Counter "Serial"').setValue('7');
    await control('Look at another object').setValue('/objs/2');
    expect(tests[0]).toEqual({
      ...TEST,
      row: { SKU: 'S1' },
      counters: { Serial: 7 },
      expect: { 'Best before': '28.02.2027', '/objs/2': 'Lot L7 S1 0007' },
    });
  });

  it('expects that nothing is shown', async () => {
    open(TEST);
    await form.get('[type=checkbox]').setValue(true);
    expect(tests[0]?.expect).toEqual({ 'Best before': null });
    expect(form.get('.verdict').classes()).toContain('failed');
  });

  it('keeps the moment it has while another is typed that is none', async () => {
    open(TEST);
    await control('At').setValue('25');
    expect(form.get('[role=alert]').text()).toBe('A time of the day is needed, such as 06:00.');
    expect(tests).toEqual([TEST]);
    await control('At').setValue('06:30');
    expect(tests[0]?.at).toBe('2026-11-30T05:30:00.000Z');
  });

  it('keeps keys that it does not know, and goes with its last object', async () => {
    open({ ...TEST, note: 'ours' }, TEST);
    await control('What it is about').setValue('Month end');
    expect(tests[0]).toEqual({ ...TEST, note: 'ours', name: 'Month end' });
    await press('Do not look at Best before');
    expect(tests).toEqual([TEST]);
  });
});
