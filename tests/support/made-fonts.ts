import { buildFont, DEJAVU, tablesOf, type Table } from './font-files.ts';

/** What a made font contains. */
export interface MadeFont {
  family: string;
  style?: string;
  /** The characters that it has, each with the shape of some letter of DejaVu Sans. */
  characters: string;
  licence?: string;
  licenceUrl?: string;
}

/** Tables of DejaVu Sans without its rules for ligatures, kerning and instructions, which made fonts do not need. */
const KEPT_TABLES = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'];
const OPEN_TYPE = 0x4f54_544f;
/** Glyphs of DejaVu Sans that have an outline: the letters from A on. */
const FIRST_LETTER = 36;
const LETTERS = 26;
const EM = 1_000;

/** A font with a few characters. */
export function madeFont({ characters, ...names }: MadeFont): Uint8Array<ArrayBuffer> {
  const kept = tablesOf(DEJAVU).filter(({ tag }) => KEPT_TABLES.includes(tag));
  const letters = [...new Set(characters)].map((character, index) => [character, FIRST_LETTER + (index % LETTERS)] as const);
  return buildFont([...kept, { tag: 'cmap', bytes: characterMap(new Map(letters)) }, { tag: 'name', bytes: nameTable(names) }]);
}

/** A font whose only outline, of these characters, is a square in the Compact Font Format of OpenType. */
export function madeOpenTypeFont(format: 'CFF ' | 'CFF2', { characters, ...names }: MadeFont): Uint8Array<ArrayBuffer> {
  const letters = [...new Set(characters)].map((character) => [character, 1] as const);
  const tables: Table[] = [
    { tag: 'head', bytes: head() },
    { tag: 'hhea', bytes: words(1, 0, 800, -200, 0, EM, 0, 0, EM, 1, 0, 0, 0, 0, 0, 0, 0, 2) },
    { tag: 'hmtx', bytes: words(EM, 0, EM, 0) },
    { tag: 'maxp', bytes: words(0, 0x5000, 2) },
    { tag: 'cmap', bytes: characterMap(new Map(letters)) },
    { tag: 'name', bytes: nameTable(names) },
    { tag: format, bytes: format === 'CFF ' ? compactFont() : compactFont2() },
  ];
  return buildFont(tables, OPEN_TYPE);
}

/** A collection of these fonts. */
export function collectionOf(fonts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const begin = 12 + 4 * fonts.length;
  const collection = new Uint8Array(fonts.reduce((sum, { length }) => sum + aligned(length), begin));
  const view = new DataView(collection.buffer);
  collection.set(latin('ttcf'));
  view.setUint32(4, 0x0001_0000);
  view.setUint32(8, fonts.length);
  let at = begin;
  for (const [index, font] of fonts.entries()) {
    view.setUint32(12 + 4 * index, at);
    collection.set(font, at);
    for (let table = 0; table < view.getUint16(at + 4); table += 1) {
      const offset = at + 12 + 16 * table + 8;
      view.setUint32(offset, view.getUint32(offset) + at);
    }
    at += aligned(font.length);
  }
  return collection;
}

/** Format 12, for characters of all planes. */
function characterMap(glyphs: ReadonlyMap<string, number>): Uint8Array {
  const groups = [...glyphs].map(([character, glyph]) => [character.codePointAt(0) ?? 0, glyph] as const).sort(([a], [b]) => a - b);
  const map = new Uint8Array(12 + 16 + 12 * groups.length);
  const view = new DataView(map.buffer);
  view.setUint16(2, 1);
  view.setUint16(4, 3);
  view.setUint16(6, 10);
  view.setUint32(8, 12);
  view.setUint16(12, 12);
  view.setUint32(16, 16 + 12 * groups.length);
  view.setUint32(24, groups.length);
  for (const [index, [code, glyph]] of groups.entries()) {
    const at = 28 + 12 * index;
    view.setUint32(at, code);
    view.setUint32(at + 4, code);
    view.setUint32(at + 8, glyph);
  }
  return map;
}

/** English names for Windows. */
function nameTable({ family, style = 'Regular', licence, licenceUrl }: Omit<MadeFont, 'characters'>): Uint8Array {
  const names = [
    [1, family],
    [2, style],
    [13, licence],
    [14, licenceUrl],
  ] as const;
  const given = names.flatMap(([id, text]) => (text === undefined ? [] : [{ id, text }]));
  const texts = given.map(({ text }) => utf16(text));
  const table = new Uint8Array(6 + 12 * given.length + texts.reduce((sum, { length }) => sum + length, 0));
  const view = new DataView(table.buffer);
  view.setUint16(2, given.length);
  view.setUint16(4, 6 + 12 * given.length);
  let offset = 0;
  for (const [index, { id }] of given.entries()) {
    const text = texts[index] ?? new Uint8Array();
    for (const [field, value] of [3, 1, 0x0409, id, text.length, offset].entries()) view.setUint16(6 + 12 * index + 2 * field, value);
    table.set(text, 6 + 12 * given.length + offset);
    offset += text.length;
  }
  return table;
}

function head(): Uint8Array {
  const table = new Uint8Array(54);
  const view = new DataView(table.buffer);
  view.setUint32(0, 0x0001_0000);
  view.setUint32(12, 0x5f0f_3cf5);
  view.setUint16(18, EM);
  for (const [field, value] of [0, 0, EM, EM].entries()) view.setInt16(36 + 2 * field, value);
  return table;
}

/** A square from 100, 100 to 600, 600: rmoveto and rlineto with 16-bit operands. */
const SQUARE = [...operand(100), ...operand(100), 21, ...[500, 0, 0, 500, -500, 0].flatMap(operand), 5];
const END = 14;

/** CFF version 1: header, names, top dictionary, strings, global subroutines, outlines, private dictionary. */
function compactFont(): Uint8Array {
  const outlines = index([[END], [...SQUARE, END]]);
  const before = [1, 0, 4, 1, ...index([[...latin('Made')]])];
  const after = [0, 0, 0, 0];
  const dictionary = (outlinesAt: number) => [
    ...integer(outlinesAt),
    17,
    ...integer(PRIVATE.length),
    ...integer(outlinesAt + outlines.length),
    18,
  ];
  const outlinesAt = before.length + index([dictionary(0)]).length + after.length;
  return new Uint8Array([...before, ...index([dictionary(outlinesAt)]), ...after, ...outlines, ...PRIVATE]);
}

/** CFF version 2: header with the size of the top dictionary, that dictionary, global subroutines, outlines, font dictionaries, private one. */
function compactFont2(): Uint8Array {
  const outlines = index([[], SQUARE], 4);
  const dictionary = (outlinesAt: number, fontsAt: number) => [...integer(outlinesAt), 17, ...integer(fontsAt), 12, 36];
  const size = dictionary(0, 0).length;
  const outlinesAt = 5 + size + 4;
  const fontsAt = outlinesAt + outlines.length;
  const fonts = (privateAt: number) => index([[...integer(0), ...integer(privateAt), 18]], 4);
  const privateAt = fontsAt + fonts(0).length;
  return new Uint8Array([2, 0, 5, 0, size, ...dictionary(outlinesAt, fontsAt), 0, 0, 0, 0, ...outlines, ...fonts(privateAt), 0]);
}

/** defaultWidthX 0. */
const PRIVATE = [139, 20];

/** An INDEX of the Compact Font Format; version 2 counts in four bytes. */
function index(items: readonly (readonly number[])[], countBytes: 2 | 4 = 2): number[] {
  const offsets = [1];
  for (const { length } of items) offsets.push((offsets.at(-1) ?? 1) + length);
  const count = countBytes === 2 ? [0, items.length] : [0, 0, 0, items.length];
  return [...count, 2, ...offsets.flatMap((offset) => [offset >> 8, offset & 0xff]), ...items.flat()];
}

function integer(value: number): number[] {
  return [29, (value >> 24) & 0xff, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}

function operand(value: number): number[] {
  return [28, (value >> 8) & 0xff, value & 0xff];
}

function words(...values: number[]): Uint8Array {
  return new Uint8Array(values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]));
}

function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function utf16(text: string): Uint8Array {
  return words(...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)));
}

function aligned(length: number): number {
  return Math.ceil(length / 4) * 4;
}
