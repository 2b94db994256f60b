import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Random } from './random.ts';

/** A font file of the bundled packages, unchanged. */
export const DEJAVU = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')));

const HEADER_BYTES = 12;
const RECORD_BYTES = 16;
const SMALLEST_EM = 16;
const TRUE_TYPE = 0x0001_0000;

export interface Table {
  tag: string;
  bytes: Uint8Array;
}

/** A valid font of about `bytes` bytes: the given one with an unknown table of zeros. `number` makes it differ from others. */
export function paddedFont(bytes: number, mark = 0, font = DEJAVU): Uint8Array<ArrayBuffer> {
  const padding = new Uint8Array(Math.max(4, bytes - font.length));
  new DataView(padding.buffer).setUint32(0, mark);
  return buildFont([...tablesOf(font), { tag: 'zzzz', bytes: padding }]);
}

/** The font with one of its tables replaced. */
export function withTable(font: Uint8Array, tag: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return buildFont([...tablesOf(font).filter((table) => table.tag !== tag), { tag, bytes }]);
}

/** A font with changed bytes in its directory or in one of its tables. */
export function mutatedFont(random: Random, font = DEJAVU): Uint8Array<ArrayBuffer> {
  const mutant = new Uint8Array(font);
  const table = random.pick(tableRecords(font));
  const isDirectory = random.fraction() < 0.2;
  const [from, length] = isDirectory ? [0, HEADER_BYTES + RECORD_BYTES * tableRecords(font).length] : [table.offset, table.length];
  // The first bytes of a table contain its counts.
  const span = random.fraction() < 0.5 ? Math.min(64, length) : length;
  for (let change = random.whole(1, 12); change > 0; change -= 1) {
    const value = random.pick([0, 1, 0x7f, 0x80, 0xff, random.whole(0, 255)]);
    mutant[from + random.whole(0, span - 1)] = value;
  }
  return mutant;
}

/** A font with the smallest em: its glyphs are a hundred times as high as a line. */
export function giantGlyphs(font = DEJAVU): Uint8Array<ArrayBuffer> {
  const head = tablesOf(font).find(({ tag }) => tag === 'head');
  const bytes = new Uint8Array(head?.bytes ?? []);
  new DataView(bytes.buffer).setUint16(18, SMALLEST_EM);
  return withTable(font, 'head', bytes);
}

export function tablesOf(font: Uint8Array): Table[] {
  return tableRecords(font).map(({ tag, offset, length }) => ({ tag, bytes: font.subarray(offset, offset + length) }));
}

function tableRecords(font: Uint8Array): { tag: string; offset: number; length: number }[] {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  return Array.from({ length: view.getUint16(4) }, (_, index) => {
    const at = HEADER_BYTES + RECORD_BYTES * index;
    const tag = String.fromCharCode(...font.subarray(at, at + 4));
    return { tag, offset: view.getUint32(at + 8), length: view.getUint32(at + 12) };
  });
}

/** The tables sorted by tag, aligned to four bytes, with their checksums. */
export function buildFont(tables: readonly Table[], version = TRUE_TYPE): Uint8Array<ArrayBuffer> {
  const sorted = [...tables].sort((a, b) => (a.tag < b.tag ? -1 : 1));
  const begin = HEADER_BYTES + RECORD_BYTES * sorted.length;
  const size = sorted.reduce((sum, { bytes }) => sum + aligned(bytes.length), begin);
  const font = new Uint8Array(size);
  const view = new DataView(font.buffer);
  view.setUint32(0, version);
  view.setUint16(4, sorted.length);
  let offset = begin;
  for (const [index, { tag, bytes }] of sorted.entries()) {
    const at = HEADER_BYTES + RECORD_BYTES * index;
    for (let letter = 0; letter < 4; letter += 1) font[at + letter] = tag.charCodeAt(letter);
    font.set(bytes, offset);
    view.setUint32(at + 4, checksum(view, offset, aligned(bytes.length)));
    view.setUint32(at + 8, offset);
    view.setUint32(at + 12, bytes.length);
    offset += aligned(bytes.length);
  }
  return font;
}

function aligned(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function checksum(view: DataView, from: number, length: number): number {
  let sum = 0;
  for (let at = from; at < from + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
