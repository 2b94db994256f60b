import { afterAll, describe, expect, it } from 'vitest';
import { findMissingCharacter } from '#contract/missing-character.ts';
import type { Label } from '#contract/api-v3/label.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { labelNeeds } from '#rendering/label/label-needs.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { fallbackTypefaces, withFallbackFonts } from '#rendering/text/fallback-fonts.ts';
import { findTypeface, freeFonts, loadFonts, type FontLibrary } from '#rendering/text/font-library.ts';
import { layOutLines } from '#rendering/text/layout.ts';
import { lineExtent, type TextLine } from '#rendering/text/text-line.ts';
import { DEJAVU } from '#support/font-files.ts';
import { madeFont } from '#support/made-fonts.ts';
import { labelOf, VALUES } from '../drawing-support.ts';

const library = await loadFonts([
  { family: 'Base', style: '', bytes: madeFont({ family: 'Base', characters: 'LOT 0123456789e' }) },
  { family: 'Base', style: 'Bold', bytes: madeFont({ family: 'Base', style: 'Bold', characters: 'LOT 0123456789e' }) },
  { family: 'Han', style: '', bytes: madeFont({ family: 'Han', characters: '批号漢' }) },
  { family: 'Han', style: 'Bold', bytes: madeFont({ family: 'Han', style: 'Bold', characters: '批号漢' }) },
  { family: 'Han Too', style: '', bytes: madeFont({ family: 'Han Too', characters: '批号字' }) },
  { family: 'Accents', style: '', bytes: madeFont({ family: 'Accents', characters: 'e\u20dd' }) },
  { family: 'DejaVu Sans', style: '', bytes: DEJAVU },
]);
afterAll(() => freeFonts(library));

const HAN = { family: 'Han', style: '' };
const HAN_BOLD = { family: 'Han', style: 'Bold' };
const HAN_TOO = { family: 'Han Too', style: 'Regular' };
const ACCENTS = { family: 'Accents', style: '' };

function lay(text: string, fonts: FontLibrary, style = '', width?: number): TextLine[] {
  const typeface = findTypeface(fonts, 'Base', style);
  if (typeof typeface === 'string') throw new Error(typeface);
  return layOutLines(text, { typeface, size: { x: 40, y: 40 }, fallbacks: fallbackTypefaces(fonts, style) }, width);
}

/** The parts of the first line with the fonts that draw them. */
function partsOf(text: string, fonts: FontLibrary, style = ''): string[] {
  const [line] = lay(text, fonts, style);
  return (line?.runs ?? []).map(({ font, glyphs }) => {
    const from = Math.min(...glyphs.map(({ cluster }) => cluster));
    return `${font.typeface.name}: ${glyphs.length} from ${from}`;
  });
}

describe('fallback fonts', () => {
  it('draw the characters that the font of the text lacks', () => {
    expect(partsOf('LOT 批号 12', withFallbackFonts(library, [HAN]))).toEqual(['Base: 4 from 0', 'Han: 2 from 4', 'Base: 3 from 6']);
  });

  it('are tried in their order, those of the label first', () => {
    const ofController = withFallbackFonts(library, [HAN]);
    expect(partsOf('批漢字', withFallbackFonts(ofController, [HAN_TOO]))).toEqual([
      'Han Too: 1 from 0',
      'Han: 1 from 1',
      'Han Too: 1 from 2',
    ]);
  });

  it('draw a letter and its accents in one font', () => {
    expect(partsOf('eLe\u20dd', withFallbackFonts(library, [ACCENTS]))).toEqual(['Base: 2 from 0', 'Accents: 2 from 2']);
  });

  it('are in the style of the text if their family has it', () => {
    const fonts = withFallbackFonts(library, [HAN, HAN_BOLD]);
    expect([partsOf('批', fonts), partsOf('批', fonts, 'Bold')]).toEqual([['Han: 1 from 0'], ['Han Bold: 1 from 0']]);
  });

  it('do not change the height of a line', () => {
    const fonts = withFallbackFonts(library, [{ family: 'DejaVu Sans', style: '' }]);
    const heights = [lay('LOT', fonts), lay('LOT \u05d0', fonts), lay('\u05d0', fonts)].map(([line]) => line && lineExtent(line));
    expect(new Set(heights.map((extent) => JSON.stringify(extent))).size).toBe(1);
  });

  it('take part in line breaks', () => {
    const fonts = withFallbackFonts(library, [HAN]);
    expect(lay('批号批号', fonts, '', 60).map(({ text }) => text.length)).toEqual([2, 2]);
  });

  it('change nothing in a text that needs none', () => {
    expect(lay('LOT 12', withFallbackFonts(library, [HAN]))[0]?.runs[0]?.glyphs).toEqual(lay('LOT 12', library)[0]?.runs[0]?.glyphs);
  });

  it('that lack a character too leave the fault to the font of the text', () => {
    const draw = () => lay('LOT 批國', withFallbackFonts(library, [HAN, HAN_TOO]));
    expect(draw).toThrow('The font "Base" has no character U+570B "國"');
  });

  it('are not replaced by the next one when they are missing', () => {
    const draw = () => lay('批', withFallbackFonts(library, [{ family: 'Gone', style: 'Bold' }, HAN]));
    expect(draw).toThrow('The fallback font "Gone Bold" is not installed');
  });
});

describe('the fallback fonts of a label', () => {
  const label: Label = {
    ...labelOf([{ type: 'Text', x: 1, y: 1, text: '*LOT* 批', styleFormat: 'SIMPLE', font: { family: 'Base', height: 4 } }]),
    fallbackFonts: [HAN],
  };

  it('are used for its texts, with styles too', () => {
    const draw = (drawn: Label) => printLabel(compileLabel(drawn, { hdpi: 300, vdpi: 300 }, library), VALUES);
    expect(draw(label).width).toBeGreaterThan(0);
    expect(() => draw({ ...label, fallbackFonts: [] })).toThrow('U+6279');
  });

  it('are among the fonts that it needs', () => {
    expect(labelNeeds(label).fonts).toContainEqual(HAN);
  });
});

describe('the detail of a fault', () => {
  it('names the missing character', () => {
    const detail = 'Text "Sauce" (/objs/0): The font "Arimo Bold" has no character U+6F22 "漢"';
    expect([findMissingCharacter(detail), findMissingCharacter('The font "x" has no style')]).toEqual([
      { font: 'Arimo Bold', code: 0x6f22 },
      undefined,
    ]);
  });
});
