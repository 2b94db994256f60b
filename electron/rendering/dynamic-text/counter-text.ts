import type { Counter } from '#contract/api-v3/counter.ts';
import { DynamicTextError } from './dynamic-text.ts';
import type { NumberStyle } from './dynamic-text.ts';
import { numberText } from './number-text.ts';
import { parseNumberFormat } from './parse-dynamic-text.ts';
import type { CounterReading } from './print-values.ts';

/** Why a counter cannot be written in its format, and which of its keys causes it. */
export interface CounterFault {
  key: 'format' | 'minValue' | 'maxValue';
  detail: string;
}

/**
 * The text of a counter. The counter's width, padding and format apply where the field specifies none; its width counts digits and does not
 * pad words of a list. Throws a `DynamicTextError` for a value outside a list.
 */
export function counterText(counter: CounterReading, code: { style: NumberStyle; position: number }): string {
  if (code.style.format || !counter.format) return numberText(counter.value, code, counter);
  const format = parseNumberFormat(counter.format);
  return numberText(counter.value, { ...code, style: { ...code.style, format } }, counter);
}

/** Why some value between the bounds cannot be written; undefined if all can. */
export function counterFault({ format, minValue, maxValue }: Pick<Counter, CounterFault['key']>): CounterFault | undefined {
  if (format === '') return undefined;
  try {
    const parsed = parseNumberFormat(format);
    if (parsed.kind === 'digits') return undefined;
    const last = parsed.start + parsed.words.length - 1;
    const detail = `is not in the list of the format, which goes from ${parsed.start} to ${last}`;
    if (minValue < parsed.start || minValue > last) return { key: 'minValue', detail };
    return maxValue > last ? { key: 'maxValue', detail } : undefined;
  } catch (error) {
    if (error instanceof DynamicTextError) return { key: 'format', detail: error.message };
    throw error;
  }
}
