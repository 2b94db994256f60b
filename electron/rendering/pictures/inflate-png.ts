import { Unzlib } from 'fflate';
import { PictureError, PNG_CHANNELS } from './read-png.ts';
import type { PngFile, PngHeader } from './read-png.ts';

/** A separately stored part of the pixels: all of them, or one pass of an interlaced picture. */
export interface Pass {
  /** Pixels of the part. */
  width: number;
  height: number;
  /** Position of its first pixel, and distance to the next one. */
  left: number;
  top: number;
  stepX: number;
  stepY: number;
  /** Bytes of a row without the filter byte. */
  rowBytes: number;
}

const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const WHOLE = [[0, 0, 1, 1]] as const;
/** Size of the input chunks. A deflated byte expands to at most 1032 bytes, so one step produces at most 17 MB. */
const STEP_BYTES = 16 * 1024;

/** The passes in which the pixels are stored. */
export function passesOf(header: PngHeader): Pass[] {
  const bits = header.depth * PNG_CHANNELS[header.colorType];
  const passes = (header.isInterlaced ? ADAM7 : WHOLE).map(([left, top, stepX, stepY]): Pass => {
    const width = Math.ceil((header.width - left) / stepX);
    const height = Math.ceil((header.height - top) / stepY);
    return { width, height, left, top, stepX, stepY, rowBytes: Math.ceil((width * bits) / 8) };
  });
  return passes.filter(({ width, height }) => width > 0 && height > 0);
}

/** Number of bytes of the inflated pixels, computed from the header. */
export function inflatedSize(header: PngHeader): number {
  return passesOf(header).reduce((sum, { height, rowBytes }) => sum + height * (rowBytes + 1), 0);
}

/**
 * Inflates the pixels and reverses the filters: rows of all passes, each after its filter byte, which is then meaningless. Throws a
 * `PictureError`.
 */
export function inflatePng({ header, data }: PngFile): Uint8Array {
  const bytes = inflate(data, inflatedSize(header));
  const pixelBytes = Math.max(1, (header.depth * PNG_CHANNELS[header.colorType]) >>> 3);
  let at = 0;
  for (const { height, rowBytes } of passesOf(header)) {
    let above = new Uint8Array(rowBytes);
    for (let y = 0; y < height; y += 1) {
      const row = bytes.subarray(at + 1, at + 1 + rowBytes);
      unfilter(row, above, { filter: bytes[at] ?? 0, pixelBytes });
      above = row;
      at += rowBytes + 1;
    }
  }
  return bytes;
}

/** Stops as soon as there is more data than expected. */
function inflate(data: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let length = 0;
  const stream = new Unzlib((part) => {
    if (length + part.length > size) throw new PictureError('The PNG holds more than its size says');
    bytes.set(part, length);
    length += part.length;
  });
  try {
    for (let at = 0; at < data.length; at += STEP_BYTES) {
      stream.push(data.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= data.length);
    }
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError('The PNG is damaged: its pixels cannot be unpacked', { cause: error });
  }
  if (length < size) throw new PictureError('The PNG holds less than its size says');
  return bytes;
}

function unfilter(row: Uint8Array, above: Uint8Array, { filter, pixelBytes }: { filter: number; pixelBytes: number }): void {
  const guess = GUESSES[filter];
  if (!guess) throw new PictureError('The PNG is damaged: a row has a filter that does not exist');
  if (filter === 0) return;
  for (let at = 0; at < row.length; at += 1) {
    const isFirst = at < pixelBytes;
    const left = isFirst ? 0 : (row[at - pixelBytes] ?? 0);
    const corner = isFirst ? 0 : (above[at - pixelBytes] ?? 0);
    row[at] = (row[at] ?? 0) + guess(left, above[at] ?? 0, corner);
  }
}

/** The predictors of the PNG filters, from the left, upper and upper left neighbours. */
const GUESSES: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >>> 1,
  paeth,
];

/** The Paeth predictor: the neighbour nearest to left + up - corner. */
function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
