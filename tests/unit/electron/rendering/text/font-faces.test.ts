import { describe, expect, it } from 'vitest';
import { copyFace, faceOffsets, readFrom } from '#rendering/text/font-faces.ts';
import { readAllFontNames } from '#rendering/text/font-names.ts';
import { examineFont } from '#rendering/text/examine-font.ts';
import { HarfBuzz, HarfBuzzFailure } from '#rendering/text/harfbuzz.ts';
import { LoadedFont } from '#rendering/text/loaded-font.ts';
import { collectionOf, madeFont, madeOpenTypeFont } from '#support/made-fonts.ts';
import { Random } from '#support/random.ts';

const MAX_BYTES = 16 * 1024 * 1024;
const CHINESE = madeFont({ family: 'Han', characters: '漢字', licence: 'Free for all' });
const THAI = madeFont({ family: 'Thai', style: 'Bold', characters: 'กขค' });
const OUTLINES = madeOpenTypeFont('CFF ', { family: 'Square', characters: 'S' });
/** Bytes of the header of the collection and of the directory of its first font. */
const HEADERS = 24 + 12 + 8 * 16;
const COLLECTION = collectionOf([CHINESE, THAI, OUTLINES]);

function faceOf(file: Uint8Array, face: number): Uint8Array {
  const read = readFrom(file);
  return copyFace(read, faceOffsets(read)[face] ?? 0, { maxBytes: MAX_BYTES });
}

async function charactersOf(bytes: Uint8Array): Promise<string> {
  const font = new LoadedFont(await HarfBuzz.start(), bytes);
  const characters = String.fromCodePoint(...font.characters());
  font.free();
  return characters;
}

describe('a collection of fonts', () => {
  it('offers its fonts by their names', () => {
    expect(readAllFontNames(COLLECTION)).toEqual([
      { family: 'Han', style: 'Regular', licence: 'Free for all' },
      { family: 'Thai', style: 'Bold' },
      { family: 'Square', style: 'Regular' },
    ]);
  });

  it('gives each font as a file of its own', async () => {
    const characters = await Promise.all([0, 1, 2].map((face) => charactersOf(faceOf(COLLECTION, face))));
    expect(characters).toEqual(['字漢', 'กขค', 'S']);
  });

  it('gives the same file for the same font in another collection', () => {
    expect(faceOf(collectionOf([THAI, CHINESE]), 1)).toEqual(faceOf(COLLECTION, 0));
  });

  it('gives only the named tables', () => {
    const copied = copyFace(readFrom(CHINESE), 0, { tags: ['cmap', 'name'], maxBytes: MAX_BYTES });
    expect([copied.length < 1_000, readAllFontNames(copied)[0]?.family]).toEqual([true, 'Han']);
  });

  it('is refused where its tables overlap so that a font would be larger than is allowed', () => {
    expect(() => copyFace(readFrom(CHINESE), 0, { maxBytes: 1_000 })).toThrow(RangeError);
  });
});

describe('a file that is not a font', () => {
  it.each([
    ['is empty', new Uint8Array(0)],
    ['is a text', new TextEncoder().encode('ttcf, but only in the first word of this text')],
    ['is cut off', COLLECTION.subarray(0, 20)],
  ])('has no fonts when it %s', (_what, bytes) => {
    expect(readAllFontNames(bytes)).toEqual([]);
  });

  it('is read to a RangeError or to fonts, whatever is damaged, and takes no memory', async () => {
    const harfbuzz = await HarfBuzz.start(64 * 1024 * 1024);
    const random = new Random(31);
    for (let mutant = 0; mutant < 300; mutant += 1) examineMutant(harfbuzz, damaged(random));
    expect(harfbuzz.isBroken).toBe(false);
  });
});

/** A collection with changed bytes, most of them in its headers; sometimes cut off. */
function damaged(random: Random): Uint8Array {
  const collection = new Uint8Array(COLLECTION);
  for (let change = random.whole(1, 12); change > 0; change -= 1) {
    const end = random.fraction() < 0.6 ? HEADERS : collection.length;
    collection[random.whole(0, end - 1)] = random.pick([0, 1, 0x7f, 0x80, 0xff, random.whole(0, 255)]);
  }
  return random.fraction() < 0.1 ? collection.subarray(0, random.whole(0, collection.length)) : collection;
}

function examineMutant(harfbuzz: HarfBuzz, file: Uint8Array): void {
  readAllFontNames(file);
  const read = readFrom(file);
  try {
    for (const offset of faceOffsets(read)) examineFont(harfbuzz, copyFace(read, offset, { maxBytes: file.length }));
  } catch (error) {
    expect(error).not.toBeInstanceOf(HarfBuzzFailure);
  }
}

describe('OpenType outlines', () => {
  it.each(['CFF ', 'CFF2'] as const)('of the format %s are drawn', async (format) => {
    const harfbuzz = await HarfBuzz.start();
    const file = madeOpenTypeFont(format, { family: 'Square', characters: 'S' });
    examineFont(harfbuzz, file);
    const font = new LoadedFont(harfbuzz, file);
    const corners: number[][] = [];
    const add = (x: number, y: number) => void corners.push([x, y]);
    const refuse = () => expect.unreachable();
    font.draw(font.nominalGlyph(0x53) ?? 0, { moveTo: add, lineTo: add, quadraticTo: refuse, cubicTo: refuse, close: () => undefined });
    font.free();
    expect(corners.slice(0, 4)).toEqual([
      [100, 100],
      [600, 100],
      [600, 600],
      [100, 600],
    ]);
  });
});
