const SPACE = /[ \t\u1680\u2000-\u2006\u2008-\u200b\u205f\u3000]/u;
const LETTER = /\p{L}/u;
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const CLINGS_TO_PREVIOUS = /[\p{Pe}\p{Pf}\u3001\u3002\uff0c\uff0e\uff01\uff1f\uff1a\uff1b\u30fc\u3005]/u;
const CLINGS_TO_NEXT = /[\p{Ps}\p{Pi}]/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Measures the width of a part of a paragraph, by character indexes. */
export type MeasureText = (from: number, to: number) => number;

/** A range of a text, by character indexes. */
export interface TextRange {
  from: number;
  to: number;
}

/** The ranges of a text's paragraphs. */
export function findParagraphs(text: string): TextRange[] {
  const paragraphs: TextRange[] = [];
  let from = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|[\r\n\u2028\u2029]/gu)) {
    paragraphs.push({ from, to: index });
    from = index + end.length;
  }
  return [...paragraphs, { from, to: text.length }];
}

/**
 * Breaks a paragraph so that no line is wider than `width`: after spaces, after hyphens between letters, between ideographs; within a word
 * only if the word alone is too wide. Spaces at the end of a broken line are dropped.
 */
export function breakParagraph(paragraph: string, width: number, measure: MeasureText): TextRange[] {
  const lines: TextRange[] = [];
  let start = 0;
  let end = 0;
  for (const next of breakPoints(paragraph)) {
    if (end > start && measure(start, inkEnd(paragraph, start, next)) > width) {
      lines.push({ from: start, to: inkEnd(paragraph, start, end) });
      start = end;
    }
    if (measure(start, inkEnd(paragraph, start, next)) > width) {
      const pieces = splitWord(paragraph.slice(start, next), width, (from, to) => measure(start + from, start + to));
      for (const piece of pieces.slice(0, -1)) {
        lines.push({ from: start, to: start + piece.length });
        start += piece.length;
      }
    }
    end = next;
  }
  lines.push({ from: start, to: paragraph.length });
  return lines;
}

/** The possible line ends in order; the last one is the paragraph's end. */
function breakPoints(paragraph: string): number[] {
  const points: number[] = [];
  let beforePrevious = '';
  let previous = '';
  let at = 0;
  for (const character of paragraph) {
    if (previous && canBreak(beforePrevious, previous, character)) points.push(at);
    beforePrevious = previous;
    previous = character;
    at += character.length;
  }
  points.push(at);
  return points;
}

function canBreak(beforePrevious: string, previous: string, character: string): boolean {
  if (SPACE.test(character)) return false;
  if (SPACE.test(previous)) return true;
  if (previous === '-' || previous === '\u2010') return LETTER.test(beforePrevious) && LETTER.test(character);
  if (!IDEOGRAPH.test(previous) && !IDEOGRAPH.test(character)) return false;
  return !CLINGS_TO_PREVIOUS.test(character) && !CLINGS_TO_NEXT.test(previous);
}

/** The end of a line without trailing spaces. */
function inkEnd(paragraph: string, start: number, end: number): number {
  let at = end;
  while (at > start && SPACE.test(paragraph.charAt(at - 1))) at -= 1;
  return at;
}

/** Splits a word that is too wide between graphemes; every part has at least one. */
function splitWord(word: string, width: number, measure: MeasureText): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const { segment, index } of graphemes.segment(word)) {
    if (index > start && !SPACE.test(segment) && measure(start, index + segment.length) > width) {
      pieces.push(word.slice(start, index));
      start = index;
    }
  }
  pieces.push(word.slice(start));
  return pieces;
}
