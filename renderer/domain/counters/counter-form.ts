import type { Counter } from '#contract/api-v3/counter.ts';
import { counterFault } from '#rendering/dynamic-text/counter-text.ts';

/** The initial values of a new counter. */
export const NEW_COUNTER: Counter = {
  value: 1,
  minValue: 1,
  maxValue: 999_999,
  repeat: 1,
  step: 1,
  width: 6,
  padding: '0',
  format: '',
  description: '',
};

/** A counter's form fields; numbers are texts until they are validated. */
export interface CounterFields {
  value: string;
  minValue: string;
  maxValue: string;
  repeat: string;
  step: string;
  width: string;
  padding: string;
  format: string;
  description: string;
}

export type CounterField = keyof CounterFields;

/** Why a field is invalid: a key below `counters.faults` with its parameters. */
export interface CounterFault {
  key: string;
  params: Record<string, string | number>;
}

export type CounterFaults = Partial<Record<CounterField, CounterFault>>;

export type CounterReading = { counter: Counter; faults: undefined } | { counter: undefined; faults: CounterFaults };

/** The limits of each number, independent of the others. */
const LIMITS: Record<'value' | 'minValue' | 'maxValue' | 'repeat' | 'step' | 'width', [number, number]> = {
  value: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  minValue: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  maxValue: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  repeat: [1, Number.MAX_SAFE_INTEGER],
  step: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  width: [0, 100],
};
type NumberField = keyof typeof LIMITS;
const NUMBER_FIELDS = Object.keys(LIMITS) as NumberField[];

export function counterFields(counter: Counter): CounterFields {
  return {
    value: String(counter.value),
    minValue: String(counter.minValue),
    maxValue: String(counter.maxValue),
    repeat: String(counter.repeat),
    step: String(counter.step),
    width: String(counter.width),
    padding: counter.padding,
    format: counter.format,
    description: counter.description,
  };
}

/** Validates a form. Nothing is corrected: every invalid field is reported with the reason, and there is no counter. */
export function readCounter(fields: CounterFields): CounterReading {
  const faults: CounterFaults = {};
  const numbers: Record<NumberField, number> = { value: 0, minValue: 0, maxValue: 0, repeat: 1, step: 1, width: 0 };
  for (const field of NUMBER_FIELDS) {
    const reading = readWhole(fields[field], LIMITS[field]);
    if (typeof reading === 'number') numbers[field] = reading;
    else faults[field] = reading;
  }
  if (!faults.step && numbers.step === 0) faults.step = { key: 'stepZero', params: {} };
  if (fields.padding.length !== 1) faults.padding = { key: 'padding', params: {} };
  if (!faults.minValue && !faults.maxValue) Object.assign(faults, boundsFaults(numbers, faults));
  const counter = { ...numbers, padding: fields.padding, format: fields.format.trim(), description: fields.description };
  const unwritable = Object.keys(faults).length === 0 && counterFault(counter);
  if (unwritable)
    faults[unwritable.key] = { key: unwritable.key === 'format' ? 'format' : 'notInList', params: { reason: unwritable.detail } };
  return Object.keys(faults).length > 0 ? { counter: undefined, faults } : { counter, faults: undefined };
}

function boundsFaults(numbers: Record<NumberField, number>, faults: CounterFaults): CounterFaults {
  const { value, minValue, maxValue } = numbers;
  if (minValue > maxValue) return { minValue: { key: 'minAboveMax', params: { max: maxValue } } };
  if (!faults.value && (value < minValue || value > maxValue)) {
    return { value: { key: 'outside', params: { min: minValue, max: maxValue } } };
  }
  return {};
}

function readWhole(text: string, [min, max]: [number, number]): number | CounterFault {
  const trimmed = text.trim();
  if (trimmed === '') return { key: 'missing', params: {} };
  if (!/^[+-]?\d+$/.test(trimmed)) return { key: 'notWhole', params: {} };
  const value = Number(trimmed);
  if (value < min) return { key: 'tooSmall', params: { min } };
  if (value > max || !Number.isSafeInteger(value)) return { key: 'tooBig', params: { max } };
  return value === 0 ? 0 : value;
}

/** The counter at the start of its range, for a copy: two counters at the same value would print duplicate numbers. */
export function atStart(counter: Counter): Counter {
  return { ...counter, value: counter.step > 0 ? counter.minValue : counter.maxValue };
}

export type SetBack = 'back' | 'turned';

/** A change that waits for confirmation because values may be printed twice. */
export interface PendingSetBack {
  kind: SetBack;
  from: Counter;
  to: Counter;
}

/** Whether a change may make the counter repeat values: it moves back against its direction, or the direction changes. */
export function setBack(from: Counter, to: Counter): SetBack | undefined {
  if (Math.sign(from.step) !== Math.sign(to.step)) return 'turned';
  const isBehind = from.step > 0 ? to.value < from.value : to.value > from.value;
  return isBehind ? 'back' : undefined;
}
