import { BYTE, DIGIT, END, LETTER, SECOND_PERCENT } from './message.ts';
import type { Message } from './message.ts';

/** A part of the message in one mode. The mode is named after the largest kind of character that it can encode. */
export interface Segment {
  mode: typeof DIGIT | typeof LETTER | typeof BYTE;
  start: number;
  end: number;
}

/**
 * Groups of versions 1 to 9, 10 to 26 and 27 to 40: their character count indicators have different lengths, so the lengths at which a
 * change of mode saves bits differ.
 */
export type VersionGroup = 0 | 1 | 2;

/** The mode for a run of at least that many characters, per group of versions, before a character of kind `next`. */
interface Rule {
  run: 'digits' | 'letters' | 'both';
  least: readonly [number, number, number];
  next: typeof DIGIT | typeof LETTER | typeof BYTE | typeof END;
  mode: Segment['mode'];
}

/** ISO/IEC 18004, annex J.2: when each mode saves bits; the first matching rule applies. `undefined` is the start of the message. */
const AT_START: readonly Rule[] = [
  { run: 'digits', least: [4, 4, 5], next: BYTE, mode: DIGIT },
  { run: 'digits', least: [1, 1, 1], next: BYTE, mode: BYTE },
  { run: 'digits', least: [7, 8, 9], next: LETTER, mode: DIGIT },
  { run: 'digits', least: [1, 1, 1], next: END, mode: DIGIT },
  { run: 'both', least: [6, 7, 8], next: BYTE, mode: LETTER },
  { run: 'both', least: [1, 1, 1], next: END, mode: LETTER },
];
const AMONG_BYTES: readonly Rule[] = [
  { run: 'letters', least: [11, 15, 16], next: BYTE, mode: LETTER },
  { run: 'letters', least: [12, 13, 15], next: DIGIT, mode: LETTER },
  { run: 'letters', least: [6, 7, 8], next: END, mode: LETTER },
  { run: 'digits', least: [6, 8, 9], next: BYTE, mode: DIGIT },
  { run: 'digits', least: [6, 7, 8], next: LETTER, mode: DIGIT },
  { run: 'digits', least: [3, 4, 4], next: END, mode: DIGIT },
];
const AMONG_LETTERS: readonly Rule[] = [
  { run: 'digits', least: [13, 15, 17], next: LETTER, mode: DIGIT },
  { run: 'digits', least: [13, 17, 18], next: BYTE, mode: DIGIT },
  { run: 'digits', least: [7, 8, 9], next: END, mode: DIGIT },
];

/** Conditions for alphanumeric mode at the end after bytes: a length from `least` to `most`, and a first run of digits shorter than `digits`. */
const LAST_LETTERS = { least: [6, 7, 8], most: [12, 13, 15], digits: [6, 7, 8] } as const;

/** Divides the message into segments of one mode each. */
export function segmentsOf(message: Message, group: VersionGroup): Segment[] {
  const { length, kinds, runs } = message;
  const segments: Segment[] = [];
  let current: Segment | undefined;
  for (let index = 0; index < length;) {
    const kind = kinds[index];
    const mode = kind === BYTE ? BYTE : modeAt(message, { index, group, mode: current?.mode });
    const isNew = current?.mode !== mode;
    if (!current || isNew) segments.push((current = { mode, start: index, end: index }));
    // A run that starts a segment of its own kind belongs to it completely; other characters are decided one by one.
    if (kind === BYTE || (isNew && kind === mode)) index += runs[index] ?? 1;
    else if (!isNew) index += 1;
    current.end = index;
  }
  return segments.map((segment) => withoutHalf(message, segment));
}

/** Removes the second percent sign whose first one is in the preceding byte segment. */
function withoutHalf({ codes }: Message, segment: Segment): Segment {
  const { mode, start } = segment;
  return mode === LETTER && codes[start] === SECOND_PERCENT ? { ...segment, start: start + 1 } : segment;
}

/** The mode of a digit or letter. */
function modeAt(
  message: Message,
  { index, group, mode }: { index: number; group: VersionGroup; mode: Segment['mode'] | undefined },
): Segment['mode'] {
  if (mode === undefined) return modeByRules(message, { index, group, rules: AT_START }) ?? BYTE;
  if (mode === LETTER) return modeByRules(message, { index, group, rules: AMONG_LETTERS }) ?? LETTER;
  if (mode === DIGIT) return message.kinds[index] === LETTER ? LETTER : DIGIT;
  return modeByRules(message, { index, group, rules: AMONG_BYTES }) ?? (endsWithLetters(message, index, group) ? LETTER : BYTE);
}

function modeByRules(message: Message, at: { index: number; group: VersionGroup; rules: readonly Rule[] }): Segment['mode'] | undefined {
  const { index, group, rules } = at;
  const run = message.runs[index] ?? 0;
  const digits = message.kinds[index] === DIGIT ? run : 0;
  const both = message.letterRuns[index] ?? 0;
  for (const rule of rules) {
    const count = rule.run === 'digits' ? digits : rule.run === 'letters' ? run - digits : both;
    if (count >= rule.least[group] && message.kinds[index + count] === rule.next) return rule.mode;
  }
  return undefined;
}

function endsWithLetters({ length, kinds, runs, letterRuns }: Message, index: number, group: VersionGroup): boolean {
  const count = letterRuns[index] ?? 0;
  if (index + count < length || count < LAST_LETTERS.least[group] || count > LAST_LETTERS.most[group]) return false;
  const digit = kinds.indexOf(DIGIT, index);
  return digit < 0 || digit >= length || (runs[digit] ?? 0) < LAST_LETTERS.digits[group];
}
