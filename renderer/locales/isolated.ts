const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';
/** Letters that run from right to left, and what sets the direction of the text around it. */
const SETS_DIRECTION =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const DIGITS = /^\d*$/;

export type Direction = 'ltr' | 'rtl';

/**
 * A text from outside for the middle of a sentence. Whatever it contains, the words around it keep their order. In a sentence that
 * runs from right to left every such text is kept apart, since the code of a product runs the other way; a count of digits needs it not.
 */
export function isolated(text: string, sentence: Direction = 'ltr'): string {
  const isOtherWay = sentence === 'rtl' ? !DIGITS.test(text) : SETS_DIRECTION.test(text);
  return isOtherWay ? FIRST_STRONG_ISOLATE + text + POP_ISOLATE : text;
}

/** The values that a sentence is filled with, each text of them isolated. */
export function isolatedValues(values: unknown, sentence: Direction): unknown {
  if (typeof values !== 'object' || values === null) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolated(value, sentence) : value]),
  );
}
