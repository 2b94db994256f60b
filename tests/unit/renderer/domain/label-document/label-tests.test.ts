import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Component } from 'vue';
import { labelTestSchema, type LabelTest } from '#contract/api-v3/label-test.ts';
import { labelSchema } from '#contract/api-v3/label.ts';
import {
  missingValues,
  newTest,
  joinTestMoment,
  withoutValue,
  withValue,
  splitTestMoment,
} from '#renderer/domain/label-document/edit-label-tests.ts';
import LabelTests from '#renderer/panels/designer/tests/LabelTests.vue';
import { runTest, testObjects } from '#renderer/domain/label-document/label-test-objects.ts';
import type { TextContext } from '#renderer/domain/dynamic-text/text-context.ts';
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

describe('the tests of a label', () => {
  it('refer to objects by name, or by pointer if they have no unique name', () => {
    expect(testObjects(LABEL).map(({ key }) => key)).toEqual(['Best before', '/objs/2']);
  });

  it('report what each object shows, and whether it is expected', () => {
    const outcomes = runTest(LABEL, { ...TEST, expect: { ...TEST.expect, '/objs/2': 'Lot', Missing: null } }, CONTEXT.values);
    expect(Object.fromEntries(outcomes)).toEqual({
      'Best before': { hasPassed: true, shown: '28.02.2027' },
      // A test prints without a row unless it provides one, and a text that cannot be resolved shows nothing.
      '/objs/2': { hasPassed: false, shown: null },
      Missing: { hasPassed: false, shown: undefined, fault: 'The label has no object "Missing"' },
    });
  });

  it('start with what the first object shows now, and the chosen row', () => {
    const test = newTest(LABEL, CONTEXT.values);
    expect(test).toEqual({ at: '2026-11-30T12:00:00.000Z', row: { SKU: 'S12' }, expect: { 'Best before': '28.02.2027' } });
    expect(labelTestSchema.safeParse(test).success).toBe(true);
    expect(newTest({ ...LABEL, objs: [] }, CONTEXT.values)).toBeUndefined();
  });

  it('can provide the values that the label needs', () => {
    expect(missingValues(LABEL, { ...TEST, row: { SKU: 'S1' } })).toEqual([
      { kind: 'variables', name: 'Batch' },
      { kind: 'counters', name: 'Serial' },
    ]);
    const given = withValue(TEST, { kind: 'counters', name: '__proto__' }, 7);
    expect(Object.entries(given.counters ?? {})).toEqual([['__proto__', 7]]);
    expect(withoutValue(given, { kind: 'counters', name: '__proto__' })).toEqual(TEST);
  });

  it('print at a moment in the time zone of the controller', () => {
    expect(splitTestMoment(TEST.at, 'Europe/Berlin')).toEqual({ day: '2026-11-30', time: '13:00' });
    expect(joinTestMoment({ day: '2026-11-30', time: '13:00' }, 'Europe/Berlin')).toBe(TEST.at);
    expect([joinTestMoment({ day: '', time: '13:00' }, 'UTC'), joinTestMoment({ day: '2026-11-30', time: '25:00' }, 'UTC')]).toEqual([
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
    await press('Add test');
    expect(tests).toHaveLength(1);
    expect(form.text()).toContain('All tests pass');
  });

  it('shows the actual content in place of the expected, and can adopt it', async () => {
    open(TEST);
    await control('Print date').setValue('2026-12-31');
    expect(tests[0]?.at).toBe('2026-12-31T12:00:00.000Z');
    expect(form.text()).toContain('1 test fails');
    expect(form.get('.verdict').text()).toBe('Actual output: "31.03.2027".');
    await press('Use current output');
    expect(tests[0]?.expect).toEqual({ 'Best before': '31.03.2027' });
    expect(form.get('.verdict').text()).toBe('Passed');
  });

  it('checks another object with its own values', async () => {
    open({ ...TEST, row: { SKU: 'S1' } });
    await control('Add a test value').setValue('1');
    await control('Counter "Serial"').setValue('7');
    await control('Check another object').setValue('/objs/2');
    expect(tests[0]).toEqual({
      ...TEST,
      row: { SKU: 'S1' },
      counters: { Serial: 7 },
      expect: { 'Best before': '28.02.2027', '/objs/2': 'Lot L7 S1 0007' },
    });
  });

  it('can expect that nothing is shown', async () => {
    open(TEST);
    await form.get('[type=checkbox]').setValue(true);
    expect(tests[0]?.expect).toEqual({ 'Best before': null });
    expect(form.get('.verdict').classes()).toContain('failed');
  });

  it('keeps its last valid moment while an invalid one is typed', async () => {
    open(TEST);
    await control('Print time').setValue('25');
    expect(form.get('[role=alert]').text()).toBe('Enter a time such as 06:00.');
    expect(tests).toEqual([TEST]);
    await control('Print time').setValue('06:30');
    expect(tests[0]?.at).toBe('2026-11-30T05:30:00.000Z');
  });

  it('keeps unknown keys, and is removed with its last object', async () => {
    open({ ...TEST, note: 'ours' }, TEST);
    await control('Description').setValue('End of month');
    expect(tests[0]).toEqual({ ...TEST, note: 'ours', name: 'End of month' });
    await press('Exclude Best before');
    expect(tests).toEqual([TEST]);
  });
});
