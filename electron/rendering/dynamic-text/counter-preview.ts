import type { Counter, CounterPreview, SequencePrint } from '#contract/api-v3/counter.ts';
import { counterText } from './counter-text.ts';

const NEXT_PRINTS = 4;

/** How many prints to look ahead, and how many prints have used the current value. */
export interface SequenceRange {
  prints: number;
  repeated: number;
}

/**
 * The counter's next prints: the first, the few after it, the last, and the first after the counter wraps. The time does not depend on the
 * number of prints. Throws a `DynamicTextError` for a value outside a list.
 */
export function counterPreview(counter: Counter, { prints, repeated }: SequenceRange): CounterPreview {
  const at = (print: number): SequencePrint => {
    const value = valueAt(counter, movesBefore(counter, print, repeated));
    return { print, value, text: counterText({ ...counter, value }, { style: {}, position: 0 }) };
  };
  const wrap = firstAfterWrap(counter, repeated);
  const few = Math.min(prints - 1, NEXT_PRINTS);
  return {
    prints,
    first: at(1),
    next: Array.from({ length: few }, (_, index) => at(index + 2)),
    last: at(prints),
    wrap: wrap === undefined ? null : at(wrap),
  };
}

/** The counter after one print: after `repeat` prints the value moves by `step`, and beyond a bound it wraps to the other bound. */
export function counterAfterPrint({ counter, repeated }: { counter: Counter; repeated: number }): { counter: Counter; repeated: number } {
  if (repeated + 1 < counter.repeat) return { counter, repeated: repeated + 1 };
  return { counter: { ...counter, value: valueAt(counter, 1n) }, repeated: 0 };
}

/** The counter after that many prints. The time does not depend on their number. */
export function counterAfterPrints(
  { counter, repeated }: { counter: Counter; repeated: number },
  prints: number,
): { counter: Counter; repeated: number } {
  const value = valueAt(counter, movesBefore(counter, prints + 1, repeated));
  return { counter: { ...counter, value }, repeated: (repeated + prints) % counter.repeat };
}

/** Uses bigint because the sums can exceed the safe integers. */
function movesBefore({ repeat }: Counter, print: number, repeated: number): bigint {
  return (BigInt(repeated) + BigInt(print) - 1n) / BigInt(repeat);
}

function valueAt(counter: Counter, moves: bigint): number {
  const step = BigInt(counter.step);
  const untilBound = movesUntilBound(counter);
  if (moves <= untilBound) return Number(BigInt(counter.value) + moves * step);
  const range = BigInt(counter.maxValue) - BigInt(counter.minValue);
  const start = BigInt(step > 0n ? counter.minValue : counter.maxValue);
  const perRound = range / (step > 0n ? step : -step) + 1n;
  return Number(start + ((moves - untilBound - 1n) % perRound) * step);
}

/** Number of moves before the counter wraps. */
function movesUntilBound({ value, minValue, maxValue, step }: Counter): bigint {
  return step > 0 ? (BigInt(maxValue) - BigInt(value)) / BigInt(step) : (BigInt(value) - BigInt(minValue)) / BigInt(-step);
}

/** Undefined if the number of the print is not a safe integer. */
function firstAfterWrap(counter: Counter, repeated: number): number | undefined {
  const print = (movesUntilBound(counter) + 1n) * BigInt(counter.repeat) - BigInt(repeated) + 1n;
  return print <= Number.MAX_SAFE_INTEGER ? Number(print) : undefined;
}
