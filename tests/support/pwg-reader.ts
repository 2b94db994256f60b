import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';

/** A page of a PWG raster document, read independently of the code that writes it. */
export interface ReadPage {
  bitmap: Bitmap;
  /** Dots per inch, across and down. */
  resolution: [number, number];
  /** Size in points. */
  size: [number, number];
  bitsPerDot: number;
  mediaName: string;
}

/** Reads a document of one page. Throws if it has anything else, or is damaged. */
export function readPwg(document: Uint8Array): ReadPage {
  const bytes = Buffer.from(document);
  const header = bytes.subarray(4, 4 + 1_796);
  const text = (at: number): string =>
    header
      .subarray(at, at + 64)
      .toString('latin1')
      .replace(/\0.*$/s, '');
  const number = (at: number): number => header.readUInt32BE(at);
  if (bytes.toString('latin1', 0, 4) !== 'RaS2' || text(0) !== 'PwgRaster') throw new Error('no PWG raster');
  const [width, height, bitsPerDot, size] = [number(372), number(376), number(388), number(392)];
  const rows = unpack(bytes.subarray(4 + 1_796), { size, height });
  const bitmap = createBitmap(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isInk = bitsPerDot === 1 ? ((rows[y]![x >> 3]! >> (7 - (x % 8))) & 1) === 1 : rows[y]![x] === 0;
      if (isInk) bitmap.words[y * bitmap.stride + (x >> 5)]! |= 1 << (31 - (x % 32));
    }
  }
  return {
    bitmap,
    resolution: [number(276), number(280)],
    size: [number(352), number(356)],
    bitsPerDot,
    mediaName: text(1_732),
  };
}

function unpack(packed: Buffer, { size, height }: { size: number; height: number }): Buffer[] {
  const rows: Buffer[] = [];
  let at = 0;
  const next = (): number => {
    const byte = packed[at++];
    if (byte === undefined) throw new Error('the rows end too soon');
    return byte;
  };
  while (rows.length < height) {
    const repeats = next() + 1;
    const row: number[] = [];
    while (row.length < size) {
      const control = next();
      if (control === 128) throw new Error('a reserved control byte');
      if (control < 128) row.push(...new Array<number>(control + 1).fill(next()));
      else for (let n = 0; n < 257 - control; n++) row.push(next());
    }
    if (row.length > size) throw new Error('a row is too long');
    for (let n = 0; n < repeats; n++) rows.push(Buffer.from(row));
  }
  if (rows.length > height) throw new Error('too many rows');
  if (at !== packed.length) throw new Error('bytes after the last row');
  return rows;
}
