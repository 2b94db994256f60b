import type { Bitmap } from './bitmap.ts';
import { crc32 } from './crc32.ts';

/** Resolution and compression of a PNG. */
export interface PngOptions {
  /** Horizontal dots per inch. */
  hdpi: number;
  /** Vertical dots per inch. */
  vdpi: number;
  /** Compresses to the zlib format. */
  deflate: (bytes: Uint8Array) => Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
const GREYSCALE = 0;
const INDEXED = 3;
const INCH_IN_METRES = 0.0254;

/** Encodes the bitmap as 1-bit greyscale PNG, ink black on white, with its resolution. Throws a RangeError for a bitmap without dots. */
export function encodePng(bitmap: Bitmap, options: PngOptions): Uint8Array<ArrayBuffer> {
  return joinPng({ ...bitmap, depth: 1, colorType: GREYSCALE }, packRows(bitmap), options);
}

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * Encodes up to four bitmaps of one size as an indexed PNG: bit n of a dot's palette index is its dot in plane n, so the palette has
 * 2^planes colours. Throws a RangeError if sizes or palette do not fit, or there are no dots.
 */
export function encodeIndexedPng(planes: readonly Bitmap[], palette: readonly Rgb[], options: PngOptions): Uint8Array<ArrayBuffer> {
  const [first] = planes;
  if (!first || planes.length > 4) throw new RangeError(`a PNG in colours has 1 to 4 planes, not ${planes.length}`);
  if (planes.some(({ width, height }) => width !== first.width || height !== first.height)) throw new RangeError('planes differ in size');
  if (palette.length !== 1 << planes.length) throw new RangeError(`${planes.length} planes need ${1 << planes.length} colours`);
  const { width, height } = first;
  const colors = chunk('PLTE', Uint8Array.from(palette.flat()));
  return joinPng({ width, height, depth: 4, colorType: INDEXED, colors }, packIndexes(planes, first), options);
}

interface PngHeader {
  width: number;
  height: number;
  depth: 1 | 4;
  colorType: typeof GREYSCALE | typeof INDEXED;
  colors?: Uint8Array;
}

function joinPng({ width, height, depth, colorType, colors }: PngHeader, rows: Uint8Array, options: PngOptions): Uint8Array<ArrayBuffer> {
  if (width === 0 || height === 0) throw new RangeError('a PNG needs at least one dot');
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, depth);
  header.setUint8(9, colorType);
  const density = new DataView(new ArrayBuffer(9));
  density.setUint32(0, Math.round(options.hdpi / INCH_IN_METRES));
  density.setUint32(4, Math.round(options.vdpi / INCH_IN_METRES));
  density.setUint8(8, 1);
  return joinBytes([
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('pHYs', new Uint8Array(density.buffer)),
    ...(colors ? [colors] : []),
    chunk('IDAT', options.deflate(rows)),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

/** Every row after its filter byte 0, two dots per byte. */
function packIndexes(planes: readonly Bitmap[], { width, height, stride }: Bitmap): Uint8Array {
  const rowBytes = (width + 1) >>> 1;
  const rows = new Uint8Array((rowBytes + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const row = y * (rowBytes + 1) + 1;
    for (let x = 0; x < width; x += 1) {
      const at = y * stride + (x >>> 5);
      const shift = 31 - (x & 31);
      let index = 0;
      for (let plane = 0; plane < planes.length; plane += 1) index |= (((planes[plane]?.words[at] ?? 0) >>> shift) & 1) << plane;
      rows[row + (x >>> 1)] = (rows[row + (x >>> 1)] ?? 0) | (x & 1 ? index : index << 4);
    }
  }
  return rows;
}

/** Every row in PNG format: the filter byte 0, then the dots, where 1 is white. */
function packRows({ width, height, stride, words }: Bitmap): Uint8Array {
  const rowBytes = (width + 7) >>> 3;
  const rows = new Uint8Array((rowBytes + 1) * height);
  const lastMask = (0xff << ((8 - (width & 7)) & 7)) & 0xff;
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    at += 1;
    const row = y * stride;
    for (let byte = 0; byte < rowBytes; byte += 1) {
      rows[at + byte] = ~((words[row + (byte >>> 2)] ?? 0) >>> (24 - ((byte & 3) << 3)));
    }
    at += rowBytes;
    rows[at - 1] = (rows[at - 1] ?? 0) & lastMask;
  }
  return rows;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let index = 0; index < 4; index += 1) bytes[4 + index] = type.charCodeAt(index);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

function joinBytes(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
