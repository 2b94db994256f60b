import { counterText as writtenText } from '#rendering/dynamic-text/counter-text.ts';
import type { CounterReading } from '#rendering/dynamic-text/print-values.ts';

/** The text that a counter prints for its current value, formatted by the code that prints it. */
export function counterText(counter: CounterReading): string {
  return writtenText(counter, { style: {}, position: 0 });
}
