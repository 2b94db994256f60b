import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A chunk of a PNG with its checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export interface PngKind {
  width: number;
  height: number;
  depth: number;
  /** PNG colour type: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha. */
  colorType: number;
  interlace?: number;
}

/** A PNG of any kind. Each row starts with its filter byte; the chunks `others` come before the pixels. */
export function pngFile(
  { width, height, depth, colorType, interlace = 0 }: PngKind,
  rows: Uint8Array,
  others: readonly Buffer[] = [],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, interlace], 8);
  const end = pngChunk('IEND', Buffer.alloc(0));
  return Buffer.concat([SIGNATURE, pngChunk('IHDR', header), ...others, pngChunk('IDAT', deflateSync(rows)), end]);
}

/** A grey PNG as base64. In each row # is black, + is medium grey and anything else is white. */
export function pngPicture(rows: readonly string[]): string {
  const shades = rows.map((row) => [0, ...[...row].map((sign) => (sign === '#' ? 0 : sign === '+' ? 128 : 255))]);
  const kind = { width: rows[0]?.length ?? 0, height: rows.length, depth: 8, colorType: 0 };
  return pngFile(kind, Uint8Array.from(shades.flat())).toString('base64');
}
