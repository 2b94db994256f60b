import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { bitmapRows, bytesPerRow } from '../bitmap-rows.ts';

/** How dots are written: one bit each, 1 = black, or one byte each, 0 = black. */
export type PwgRasterType = 'black_1' | 'sgray_8';

export interface PwgPage {
  bitmap: Bitmap;
  /** Dots per inch. */
  hdpi: number;
  vdpi: number;
  type: PwgRasterType;
  /** Name of the media, if the printer is told it. */
  media?: string | undefined;
}

const SIGNATURE = Buffer.from('RaS2');
const HEADER_SIZE = 1_796;
const POINTS_PER_INCH = 72;
const WHITE = 0xff_ff_ff;
const MAX_NAME = 63;
/** Equal rows that one row stands for, and equal or different bytes that one control byte announces. */
const MAX_EQUAL_ROWS = 256;
const MAX_RUN = 128;
/** A control byte of `LITERALS - n` announces n different bytes. */
const LITERALS = 257;

const COLORS = {
  black_1: { bits: 1, space: 3 },
  sgray_8: { bits: 8, space: 18 },
} as const;

/** A document of one page in the PWG raster format (PWG 5102.4). */
export function pwgRaster(page: PwgPage): Buffer {
  const rows = page.type === 'black_1' ? bitmapRows(page.bitmap) : grayRows(page.bitmap);
  return Buffer.concat([SIGNATURE, pageHeader(page), ...packRows(rows, bytesPerLine(page))]);
}

function bytesPerLine({ bitmap, type }: PwgPage): number {
  return type === 'black_1' ? bytesPerRow(bitmap) : bitmap.width;
}

function pageHeader(page: PwgPage): Buffer {
  const { bitmap, hdpi, vdpi, type, media = '' } = page;
  const { bits, space } = COLORS[type];
  const header = Buffer.alloc(HEADER_SIZE);
  const write = (at: number, ...values: number[]): void => {
    for (const [index, value] of values.entries()) header.writeUInt32BE(value, at + 4 * index);
  };
  header.write('PwgRaster', 0);
  write(276, Math.round(hdpi), Math.round(vdpi));
  write(340, 1); // copies
  write(352, points(bitmap.width, hdpi), points(bitmap.height, vdpi));
  write(372, bitmap.width, bitmap.height);
  write(384, bits, bits, bytesPerLine(page));
  write(396, 0, space); // dots one after the other; the colour space
  write(420, 1); // colours
  write(452, 1, 1, 1); // pages; not mirrored across, nor down
  write(464, 0, 0, bitmap.width, bitmap.height); // the part with the picture
  write(480, WHITE);
  header.write(media.slice(0, MAX_NAME), 1_732);
  return header;
}

function points(dots: number, dpi: number): number {
  return Math.round((dots / dpi) * POINTS_PER_INCH);
}

function grayRows({ width, height, stride, words }: Bitmap): Buffer {
  const rows = Buffer.alloc(width * height, 0xff);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const word = words[y * stride + (x >>> 5)] ?? 0;
      if (((word >>> (31 - (x & 31))) & 1) === 1) rows[y * width + x] = 0;
    }
  }
  return rows;
}

/** Equal rows are written once, with their number. */
function packRows(rows: Buffer, size: number): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < rows.length;) {
    const row = rows.subarray(at, at + size);
    let equal = 1;
    while (equal < MAX_EQUAL_ROWS && row.equals(rows.subarray(at + equal * size, at + (equal + 1) * size))) equal++;
    parts.push(Buffer.of(equal - 1), packRow(row));
    at += equal * size;
  }
  return parts;
}

/** Runs of equal bytes, and runs of different ones. */
function packRow(row: Buffer): Buffer {
  // In the worst case, each run of different bytes is one byte longer than the bytes themselves.
  const packed = Buffer.alloc(row.length + Math.ceil(row.length / 2) + 1);
  let end = 0;
  for (let at = 0; at < row.length;) {
    const equal = equalBytes(row, at);
    if (equal > 1) {
      packed[end++] = equal - 1;
      packed[end++] = row[at] ?? 0;
      at += equal;
      continue;
    }
    const literal = differentBytes(row, at);
    packed[end++] = literal === 1 ? 0 : LITERALS - literal;
    end += row.copy(packed, end, at, at + literal);
    at += literal;
  }
  return packed.subarray(0, end);
}

function equalBytes(row: Buffer, from: number): number {
  let to = from + 1;
  while (to < row.length && to - from < MAX_RUN && row[to] === row[from]) to++;
  return to - from;
}

function differentBytes(row: Buffer, from: number): number {
  let to = from + 1;
  while (to < row.length && to - from < MAX_RUN && row[to] !== row[to + 1]) to++;
  return to - from;
}
