import { describe, expect, it } from 'vitest';
import type { Counter } from '#contract/api-v3/counter.ts';
import { type CounterFields, counterFields, readCounter, setBack } from '#renderer/domain/counters/counter-form.ts';

const COUNTER: Counter = {
  value: 41,
  minValue: 0,
  maxValue: 9999,
  repeat: 1,
  step: 1,
  width: 6,
  padding: '0',
  format: '',
  description: 'Serial number',
};

function faultsOf(change: Partial<CounterFields>): unknown {
  return readCounter({ ...counterFields(COUNTER), ...change }).faults;
}

describe('reading a counter form', () => {
  it('returns the counter that it was filled from', () => {
    expect(readCounter(counterFields(COUNTER))).toEqual({ counter: COUNTER, faults: undefined });
  });

  it.each([
    ['a fraction', { value: '1.5' }, { value: { key: 'notWhole', params: {} } }],
    [
      'a format that there is not',
      { format: 'roman' },
      { format: { key: 'format', params: { reason: expect.stringContaining('roman') as string } } },
    ],
    [
      'a bound beyond the list of the format',
      { format: '{A;B}', minValue: '1', value: '1' },
      { maxValue: { key: 'notInList', params: { reason: 'is not in the list of the format, which goes from 1 to 2' } } },
    ],
    ['letters', { repeat: 'two' }, { repeat: { key: 'notWhole', params: {} } }],
    ['nothing', { maxValue: ' ' }, { maxValue: { key: 'missing', params: {} } }],
    ['more than fits a number', { maxValue: '9'.repeat(30) }, { maxValue: { key: 'tooBig', params: { max: 9007199254740991 } } }],
    ['a repeat of 0', { repeat: '0' }, { repeat: { key: 'tooSmall', params: { min: 1 } } }],
    ['a step of 0', { step: '0' }, { step: { key: 'stepZero', params: {} } }],
    ['a width above 100', { width: '101' }, { width: { key: 'tooBig', params: { max: 100 } } }],
    ['two padding characters', { padding: '00' }, { padding: { key: 'padding', params: {} } }],
    ['a minimum above the maximum', { minValue: '10000' }, { minValue: { key: 'minAboveMax', params: { max: 9999 } } }],
    ['a value outside its limits', { value: '10000' }, { value: { key: 'outside', params: { min: 0, max: 9999 } } }],
  ])('refuses %s at its field', (_, change, faults) => {
    expect(faultsOf(change)).toEqual(faults);
  });

  it('reports every invalid field', () => {
    expect(Object.keys(faultsOf({ value: 'x', repeat: '0', padding: '' }) as object)).toEqual(['value', 'repeat', 'padding']);
  });
});

describe('setting a counter back', () => {
  it('depends on the direction of the counter', () => {
    expect(setBack(COUNTER, { ...COUNTER, value: 40 })).toBe('back');
    expect(setBack(COUNTER, { ...COUNTER, value: 42 })).toBeUndefined();
    expect(setBack({ ...COUNTER, step: -1 }, { ...COUNTER, step: -1, value: 42 })).toBe('back');
  });

  it('includes a reversed direction', () => {
    expect(setBack(COUNTER, { ...COUNTER, step: -1 })).toBe('turned');
  });

  it('does not include an unchanged value', () => {
    expect(setBack(COUNTER, { ...COUNTER, step: 5 })).toBeUndefined();
  });
});
