import { describe, expect, it } from 'vitest';
import { LabelFault } from '#rendering/document/label-fault.ts';
import { findTypeface } from '#rendering/text/font-library.ts';
import { layOutLines } from '#rendering/text/layout.ts';
import type { SizedFont, TextLine } from '#rendering/text/text-line.ts';
import { itemizeParagraph } from '#rendering/text/itemize.ts';
import { drawObjects, fonts, inkBox } from '../drawing-support.ts';

const HEBREW = '\u05e9\u05dc\u05d5\u05dd';
const ARABIC = '\u062a\u0645\u0631';

function fontOf(family = 'DejaVu Sans', letterSpacing = 0): SizedFont {
  const typeface = findTypeface(fonts, family, '');
  if (typeof typeface === 'string') throw new Error(typeface);
  return { typeface, size: { x: 40, y: 40 }, letterSpacing };
}

/** The characters of a line from left to right; a ligature shows as its first character. */
function seen({ text, runs }: TextLine): string {
  return runs.flatMap(({ glyphs }) => glyphs.map(({ cluster }) => text.charAt(cluster))).join('');
}

const seenLines = (text: string, width?: number): string[] => layOutLines(text, fontOf(), width).map(seen);
const glyphsOf = (text: string, family?: string): number[] =>
  layOutLines(text, fontOf(family)).flatMap(({ runs }) => runs.flatMap(({ glyphs }) => glyphs.map(({ glyph }) => glyph)));

describe('mixed writing', () => {
  it.each([
    ['Hebrew alone', 'אבג', 'גבא'],
    ['a number in Hebrew', 'אבג 123 דה', 'הד 123 גבא'],
    ['Latin in Hebrew', 'אבג abc 12', 'abc 12 גבא'],
    ['Hebrew in Latin', 'abc אבג def', 'abc גבא def'],
    ['a price in Arabic', 'تمر 12.50', '12.50 رمت'],
    ['a lot number after Arabic', 'تمر: LOT-7', 'LOT-7 :رمت'],
    ['brackets in Hebrew', 'א (ב) ג', 'ג )ב( א'],
    ['marks of direction', '\u202bאb\u202c!', '!bא'],
  ])('puts %s in the order of reading', (_, text, expected) => {
    expect(seenLines(text).map((line) => line.replace(/[\u202a-\u202e]/gu, ''))).toEqual([expected]);
  });

  it('orders every line on its own, after breaking', () => {
    expect(seenLines('אבג דהו abc זחט', 170)).toEqual(['והד גבא', 'טחז abc']);
  });

  it('aligns each paragraph by its first letter', () => {
    const lines = layOutLines(`12 ${HEBREW} abc\nabc ${HEBREW}`, fontOf());
    expect(lines.map(({ isRightToLeft }) => isRightToLeft)).toEqual([true, false]);
  });

  it('mirrors brackets in right-to-left text', () => {
    expect(glyphsOf('(א)')).toEqual([glyphsOf('('), glyphsOf('א'), glyphsOf(')')].flat());
  });

  it('joins Arabic letters by their position in the word', () => {
    const alone = glyphsOf('\u0628');
    const [end, middle, start] = glyphsOf('\u0628\u0628\u0628');
    expect(new Set([...alone, end, middle, start]).size).toBe(4);
  });

  it('draws lam and alef as their required ligature', () => {
    expect(glyphsOf('\u0644\u0627')).toHaveLength(1);
  });

  it('splits runs by script and keeps punctuation with the preceding run', () => {
    expect(itemizeParagraph('A1, \u0411!').runs).toEqual([
      { from: 0, to: 4, level: 0, script: 'Latn' },
      { from: 4, to: 6, level: 0, script: 'Cyrl' },
    ]);
  });

  it.each([
    [undefined, 'right'],
    ['JUSTIFIED', 'right'],
    ['LEFT', 'left'],
    ['RIGHT', 'right'],
  ])('with the alignment %s puts a line of Hebrew at the %s', (hAlign, side) => {
    const font = { family: 'DejaVu Sans', height: 4 };
    const box = inkBox(drawObjects([{ type: 'Text', x: 0, y: 0, text: HEBREW, font, width: 20, hAlign }]));
    expect(box && (box.left < 10 ? 'left' : box.right > 190 ? 'right' : 'elsewhere')).toBe(side);
  });

  it('stretches justified lines of Arabic to both ends', () => {
    const font = { family: 'DejaVu Sans', height: 4 };
    const text = `${ARABIC} ${ARABIC} `.repeat(4);
    const box = inkBox(drawObjects([{ type: 'Text', x: 0, y: 0, text, font, width: 20, hAlign: 'JUSTIFIED' }], { height: 40 }));
    expect(box && [box.left < 4, box.right > 195]).toEqual([true, true]);
  });

  it('adds no letter spacing between joined letters', () => {
    const width = (text: string, spacing: number): number | undefined => layOutLines(text, fontOf('DejaVu Sans', spacing))[0]?.width;
    expect([width(ARABIC, 10), width(`${ARABIC} 12`, 10)]).toEqual([width(ARABIC, 0), (width(`${ARABIC} 12`, 0) ?? 0) + 30]);
  });

  it('uses no optional ligatures with letter spacing', () => {
    const count = (spacing: number): number | undefined => layOutLines('fi', fontOf('DejaVu Sans', spacing))[0]?.runs[0]?.glyphs.length;
    expect([count(0), count(5)]).toEqual([1, 2]);
  });

  it('refuses a right-to-left paragraph that takes too long to order', () => {
    expect(() => layOutLines('א\t'.repeat(3_000), fontOf())).toThrow(LabelFault);
  });
});

describe('scripts', () => {
  it.each([
    ['Arimo', 'Cyrillic', 'Годен до 12.2026'],
    ['Arimo', 'Greek', 'Ανάλωση κατά προτίμηση'],
    ['Arimo', 'Vietnamese', 'Hạn sử dụng: ngày mở nắp'],
    ['Arimo', 'Latin with marks of its own', 'o\u0308 n\u0303 s\u030c'],
    ['Arimo', 'Hebrew', HEBREW],
    ['DejaVu Sans', 'Arabic', 'تاريخ الانتهاء'],
    ['DejaVu Sans', 'Armenian', 'Լավագույնն է'],
    ['DejaVu Sans', 'Georgian', 'ვარგისია'],
    ['DejaVu Sans Mono', 'Arabic', ARABIC],
  ])('%s draws %s', (family, _, text) => {
    const [line] = layOutLines(text, fontOf(family));
    expect(line?.width).toBeGreaterThan(0);
  });

  it.each([
    ['Thai', 'Arimo', 'ก', 'U+0E01 "ก"'],
    ['Devanagari', 'DejaVu Sans', 'क्षेत्र', 'U+0915 "क"'],
    ['Chinese', 'DejaVu Sans', 'LOT 批号', 'U+6279 "批"'],
    ['Arabic', 'Arimo', ARABIC, 'U+062A "ت"'],
    ['an accent', 'Arimo', 'x\u20e3', 'U+20E3'],
    ['a picture', 'Arimo', 'a\u{1f41f}', 'U+1F41F "\u{1f41f}"'],
  ])('names the first character of %s that %s lacks', (...[, family, text, character]) => {
    expect(() => layOutLines(text, fontOf(family))).toThrow(`The font "${family}" has no character ${character}`);
  });

  it('places an accent on the letter before it', () => {
    expect(glyphsOf('e\u0301', 'Arimo')).toEqual(glyphsOf('\u00e9', 'Arimo'));
  });
});
