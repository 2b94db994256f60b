import type { TextRange } from './code-scan.ts';
import type { Completion } from './completions-at.ts';

/** A text after a choice was written into it, and what is selected then. */
export interface TakenCompletion {
  text: string;
  selection: TextRange;
}

/** Writes a choice into a text. */
export function takeCompletion(text: string, { from, to }: TextRange, { insert, select, isLast }: Completion): TakenCompletion {
  const taken = text.slice(0, from) + insert + text.slice(to);
  if (select) return { text: taken, selection: { from: from + select.from, to: from + select.to } };
  const end = from + insert.length;
  const caret = isLast && text.charAt(to) === '}' ? end + 1 : end;
  return { text: taken, selection: { from: caret, to: caret } };
}
