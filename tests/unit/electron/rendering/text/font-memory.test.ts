import { describe, expect, it } from 'vitest';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { examineFont } from '#rendering/text/examine-font.ts';
import { freeFonts, loadFonts, type FontLibrary } from '#rendering/text/font-library.ts';
import { HarfBuzz, HarfBuzzFailure } from '#rendering/text/harfbuzz.ts';
import { LoadedFont } from '#rendering/text/loaded-font.ts';
import { Typeface } from '#rendering/text/typeface.ts';
import { DEJAVU, giantGlyphs, mutatedFont, paddedFont } from '#support/font-files.ts';
import { Random } from '#support/random.ts';
import { labelOf, VALUES } from '../drawing-support.ts';

const MB = 1024 * 1024;
const HUGE = 10 * MB;

/** Reads tables, characters and outlines of the font. */
function use(typeface: Typeface): void {
  typeface.shape('The office, 12 %');
  typeface.shape('لا', { piece: { from: 0, to: 2, isRightToLeft: true, script: 'Arab' } });
  typeface.findMissing('a\u{10fffe}', 0);
  typeface.atlas({ x: 40, y: 40 }).glyph(50);
}

describe('the memory of fonts', () => {
  it('that were freed is reused', async () => {
    const harfbuzz = await HarfBuzz.start(64 * MB);
    for (let install = 0; install < 40; install += 1) {
      const typeface = new Typeface(harfbuzz, 'Huge', paddedFont(HUGE, install));
      use(typeface);
      typeface.free();
    }
    expect(harfbuzz.heapBytes).toBeLessThan(40 * MB);
  });

  it('is not retained for a file that is not a font', async () => {
    const harfbuzz = await HarfBuzz.start(64 * MB);
    for (let install = 0; install < 20; install += 1) expect(() => new Typeface(harfbuzz, 'Zeros', new Uint8Array(HUGE))).toThrow('Zeros');
    expect(harfbuzz.heapBytes).toBeLessThan(40 * MB);
  });

  it('cannot be freed twice, nor used afterwards', async () => {
    const harfbuzz = await HarfBuzz.start();
    const freed = new LoadedFont(harfbuzz, DEJAVU);
    freed.free();
    const other = new Typeface(harfbuzz, 'DejaVu Sans', DEJAVU);
    const before = other.shapeFully('office');
    freed.free();
    expect(other.shapeFully('office')).toEqual(before);
    expect(() => freed.characters()).toThrow('The font was freed');
  });

  it('has a bound, beyond which nothing is drawn with that heap any more', async () => {
    const harfbuzz = await HarfBuzz.start(24 * MB);
    const typeface = new Typeface(harfbuzz, 'DejaVu Sans', DEJAVU);
    expect(() => new Typeface(harfbuzz, 'Huge', paddedFont(3 * HUGE))).toThrow(HarfBuzzFailure);
    expect(harfbuzz.isBroken).toBe(true);
    expect(() => typeface.shapeFully('A')).toThrow('its heap has reached its bound');
    expect(harfbuzz.heapBytes).toBeLessThan(24 * MB + 1);
  });
});

describe('a glyph that is too large to draw', () => {
  it('is a fault of the label, and takes no memory', async () => {
    const fonts: FontLibrary = await loadFonts([{ family: 'Giant', style: '', bytes: giantGlyphs() }]);
    const label = labelOf([{ type: 'Text', x: 1, y: 1, text: 'W', font: { family: 'Giant', height: 50 } }]);
    const draw = () => printLabel(compileLabel(label, { hdpi: 600, vdpi: 600 }, fonts), VALUES);
    expect(draw).toThrow('at most 100 million can be drawn');
    freeFonts(fonts);
  });
});

describe('the examination of a font file', () => {
  it('accepts valid fonts of any size', async () => {
    const harfbuzz = await HarfBuzz.start();
    for (const bytes of [DEJAVU, paddedFont(HUGE)]) expect(() => examineFont(harfbuzz, bytes)).not.toThrow();
  });

  it.each([
    ['has no characters', new Uint8Array(1_000), 'it has no characters'],
    ['has glyphs many times as large as a line', giantGlyphs(), 'its lines are too high'],
  ])('refuses one that %s', async (_what, bytes, fault) => {
    const harfbuzz = await HarfBuzz.start();
    expect(() => examineFont(harfbuzz, bytes)).toThrow(fault);
  });

  it('retains no memory, whatever the file', async () => {
    const harfbuzz = await HarfBuzz.start(64 * MB);
    const random = new Random(23);
    for (let mutant = 0; mutant < 60; mutant += 1) {
      try {
        examineFont(harfbuzz, mutatedFont(random));
      } catch (error) {
        expect(error).not.toBeInstanceOf(HarfBuzzFailure);
      }
    }
    expect(harfbuzz.heapBytes).toBeLessThan(40 * MB);
  });
});
