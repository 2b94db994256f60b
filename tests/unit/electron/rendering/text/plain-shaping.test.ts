import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { glyphsWithLayoutRules } from '#rendering/text/layout-rules.ts';
import { PlainShaping } from '#rendering/text/plain-shaping.ts';
import type { ShapedGlyph } from '#rendering/text/shaped-glyph.ts';
import { propertyRuns } from '#support/property-runs.ts';
import { fonts } from '../drawing-support.ts';

const typefaces = [...fonts.typefaces.values()].flatMap((styles) => [...styles.values()]);
const ascii = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 20 });
const dates = fc.string({ unit: fc.constantFrom(...'0123456789.:-/ '), maxLength: 20 });

function glyphOf(cluster: number, advance: number): ShapedGlyph {
  return { glyph: 7, cluster, advance, offsetX: 0, offsetY: 0 };
}

/** A layout table with one active lookup: type, flags, and one subtable of 16-bit numbers. */
function tableOf(type: number, flags: number, subtable: readonly number[]): Uint8Array {
  const [liga1, liga2] = [0x6c69, 0x6761];
  const head = [1, 0, 10, 12, 26];
  const scripts = [0];
  const features = [1, liga1, liga2, 8, 0, 1, 0];
  const lookups = [1, 4, type, flags, 1, 8];
  const words = [...head, ...scripts, ...features, ...lookups, ...subtable];
  return Uint8Array.from(words.flatMap((word) => [word >>> 8, word & 0xff]));
}

/** The glyphs with rules in such a table. */
function underRules(tag: string, table: Uint8Array): number[] | undefined {
  const glyphs = glyphsWithLayoutRules((asked) => (asked === tag ? table : undefined));
  return glyphs && [...glyphs];
}

describe('the glyphs of plain characters', () => {
  it.each(typefaces.map((typeface) => [typeface.name, typeface] as const))('of %s equal those of full shaping', (_, typeface) => {
    fc.assert(
      fc.property(fc.oneof(ascii, dates), fc.boolean(), (text, isSpaced) => {
        expect(typeface.shape(text, { isSpaced })).toEqual(typeface.shapeFully(text, { isSpaced }));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('are combined from cached characters and pairs for texts of any length', () => {
    const asked: string[] = [];
    const plain = new PlainShaping(
      () => true,
      (text) => {
        asked.push(text);
        return [...text].map((_, index) => glyphOf(index, text === '11' && index === 0 ? 80 : 100));
      },
    );
    plain.shape('0110');
    expect(plain.shape('101110')?.map(({ cluster, advance }) => [cluster, advance])).toEqual([
      [0, 100],
      [1, 100],
      [2, 80],
      [3, 80],
      [4, 100],
      [5, 100],
    ]);
    expect(asked.sort()).toEqual(['0', '01', '1', '10', '11']);
  });

  it.each([
    ['characters that are none', 'a\u0301'],
    ['a character that a rule begins with', 'x1'],
    ['two characters that become one glyph', 'fi'],
  ])('are left to the real shaping for %s', (_, text) => {
    const plain = new PlainShaping(
      (code) => code !== 'x'.charCodeAt(0),
      (piece) => (piece === 'fi' ? [glyphOf(0, 100)] : [...piece].map((_character, index) => glyphOf(index, 100))),
    );
    expect(plain.shape(text)).toBeUndefined();
  });
});

describe('the rules of a font', () => {
  const coverage = [1, 2, 30, 31];
  const ranges = [2, 1, 40, 42, 0];
  it.each([
    { what: 'a substitution', tag: 'GSUB', table: tableOf(1, 0, [1, 6, 0, ...coverage]), glyphs: [30, 31] },
    { what: 'a substitution of a range', tag: 'GSUB', table: tableOf(1, 0, [1, 6, 0, ...ranges]), glyphs: [40, 41, 42] },
    { what: 'a substitution by its context', tag: 'GSUB', table: tableOf(5, 0, [3, 1, 0, 8, ...coverage]), glyphs: [30, 31] },
    {
      what: 'a substitution by the preceding glyphs',
      tag: 'GSUB',
      table: tableOf(6, 0, [3, 1, 0, 1, 14, 0, 0, ...coverage]),
      glyphs: [30, 31],
    },
    { what: 'an extension', tag: 'GSUB', table: tableOf(7, 0, [1, 4, 0, 8, 1, 6, 0, ...coverage]), glyphs: [30, 31] },
    { what: 'kerning', tag: 'GPOS', table: tableOf(2, 0, [1, 10, 4, 0, 0, ...coverage]), glyphs: [] },
    { what: 'kerning that moves both', tag: 'GPOS', table: tableOf(2, 0, [1, 10, 4, 4, 0, ...coverage]), glyphs: [30, 31] },
    { what: 'kerning that looks past letters', tag: 'GPOS', table: tableOf(2, 2, [1, 10, 4, 0, 0, ...coverage]), glyphs: [30, 31] },
    { what: 'a position', tag: 'GPOS', table: tableOf(1, 0, [1, 6, 0, ...coverage]), glyphs: [30, 31] },
  ])('begin at the glyphs of $what', ({ tag, table, glyphs }) => {
    expect(underRules(tag, table)).toEqual(glyphs);
  });

  it.each([
    ['that end too early', 'GSUB', tableOf(1, 0, [1, 600])],
    ['that lead back to themselves', 'GSUB', tableOf(7, 0, [1, 7, 0, 0])],
    ['of another kind', 'morx', Uint8Array.of(0)],
    ['of another kind of kerning', 'kern', Uint8Array.of(0, 1, 0, 0)],
  ])('are unknown for rules %s', (_, tag, table) => {
    expect(underRules(tag, table)).toBeUndefined();
  });
});
