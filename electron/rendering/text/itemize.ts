import bidiFactory from 'bidi-js';
import { LabelFault } from '../document/label-fault.ts';

/** A run of a paragraph in one script and one direction, in the order of its characters. */
export interface ScriptRun {
  from: number;
  to: number;
  /** Embedding level: odd is right to left, even left to right. */
  level: number;
  /** ISO 15924 code; undefined if the script is left to the font. */
  script: string | undefined;
}

/** A paragraph divided into runs. */
export interface ItemizedText {
  isRightToLeft: boolean;
  runs: ScriptRun[];
}

const bidi = bidiFactory();
/** Computing levels takes quadratic time in the worst case, so longer paragraphs are rejected. */
const LONGEST_ORDERED = 4_000;
/** Right-to-left letters and numbers, and bidirectional control characters. */
const ORDERED = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Right-to-left letters and pictographs beyond U+FFFF. `bidi` gets replaced letters of two code units in their place. */
const LETTERS_BEYOND = /[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;
const SIGNS_BEYOND = /[\u{1f000}-\u{1faff}]/gu;
/** Latin letters, digits and punctuation: one script, left to right. */
const PLAIN = /^[\0-\u036f\u1e00-\u1eff\u2000-\u200a\u2010-\u2027\u202f-\u205e\u20a0-\u2bff]*$/u;
const SCRIPTS =
  'Latn Cyrl Grek Arab Hebr Hani Hira Kana Hang Thai Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Laoo Tibt Mymr Khmr Geor Armn Ethi ' +
  'Syrc Thaa Nkoo Bopo Mong Cher Cans Tfng Yiii Copt Goth Runr Ogam Java Bali Olck Tglg Vaii Mand Samr Lisu Bamu Sund Cham Talu Lana Mtei';
const STRONG = /[^\p{sc=Zyyy}\p{sc=Zinh}]/gu;
const KNOWN = SCRIPTS.split(' ').map((tag) => ({ tag, letter: new RegExp(`\\p{sc=${tag}}`, 'u'), stretch: stretchOf(`\\p{scx=${tag}}`) }));
const UNKNOWN = {
  tag: undefined,
  stretch: new RegExp(
    `[^${SCRIPTS.split(' ')
      .map((tag) => `\\p{sc=${tag}}`)
      .join('')}]*`,
    'uy',
  ),
};

function stretchOf(letters: string): RegExp {
  return new RegExp(`[${letters}\\p{sc=Zyyy}\\p{sc=Zinh}]*`, 'uy');
}

/** Whether the text contains only Latin letters and punctuation, so that each paragraph is a single left-to-right run. */
export function isSimpleText(text: string): boolean {
  return PLAIN.test(text);
}

/**
 * Divides a paragraph by script and, with the Unicode bidirectional algorithm, by direction; its first strong letter determines the base
 * direction. Throws a `LabelFault` for a right-to-left paragraph that is too long.
 */
export function itemizeParagraph(paragraph: string): ItemizedText {
  const stretches = splitScripts(paragraph);
  const order = ORDERED.test(paragraph) ? orderOf(paragraph) : undefined;
  if (!order) return { isRightToLeft: false, runs: stretches.map((stretch) => ({ ...stretch, level: 0 })) };
  const runs: ScriptRun[] = [];
  for (const { from, to, script } of stretches) {
    let start = from;
    for (let at = from + 1; at <= to; at += 1) {
      if (at < to && order.levels[at] === order.levels[start]) continue;
      runs.push({ from: start, to: at, level: order.levels[start] ?? 0, script });
      start = at;
    }
  }
  return { isRightToLeft: order.level === 1, runs };
}

function orderOf(paragraph: string): { levels: Uint8Array; level: number } {
  if (paragraph.length > LONGEST_ORDERED) {
    throw new LabelFault('/text', `A paragraph that is written from right to left has more than ${LONGEST_ORDERED} characters`);
  }
  const replaced = paragraph.replace(LETTERS_BEYOND, '\u05d0\u05d0').replace(SIGNS_BEYOND, '\u2600\u2600');
  const { levels, paragraphs } = bidi.getEmbeddingLevels(replaced);
  return { levels, level: paragraphs[0]?.level ?? 0 };
}

/** Punctuation and digits belong to the preceding script, or to the first following one if there is none. */
function splitScripts(paragraph: string): { from: number; to: number; script: string | undefined }[] {
  const stretches = [];
  let from = 0;
  while (from < paragraph.length) {
    STRONG.lastIndex = from;
    const [letter] = STRONG.exec(paragraph) ?? [];
    const { tag, stretch } = KNOWN.find((script) => letter !== undefined && script.letter.test(letter)) ?? UNKNOWN;
    stretch.lastIndex = from;
    stretch.test(paragraph);
    const to = letter === undefined ? paragraph.length : stretch.lastIndex;
    stretches.push({ from, to, script: tag });
    from = to;
  }
  return stretches;
}

/** Sorts the runs of a line into visual order from left to right: the most deeply embedded runs are reversed first. */
export function inVisualOrder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const levels = runs.map(({ level }) => level);
  const lowestOdd = Math.min(...levels.filter((level) => level % 2 === 1));
  for (let level = Math.max(...levels); level >= lowestOdd; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? -1) >= level) to += 1;
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  }
  return ordered;
}
