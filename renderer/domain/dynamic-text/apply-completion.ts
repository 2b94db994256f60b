import type { TextRange } from './scan-codes.ts';
import type { Completion } from './completions-at.ts';

/** A text after a completion was inserted, and the new selection. */
export interface AppliedCompletion {
  text: string;
  selection: TextRange;
}

/** Inserts a completion into a text. */
export function applyCompletion(text: string, { from, to }: TextRange, { insert, select, isLast }: Completion): AppliedCompletion {
  const taken = text.slice(0, from) + insert + text.slice(to);
  if (select) return { text: taken, selection: { from: from + select.from, to: from + select.to } };
  const end = from + insert.length;
  const caret = isLast && text.charAt(to) === '}' ? end + 1 : end;
  return { text: taken, selection: { from: caret, to: caret } };
}
