import { inflatedSize, inflatePng, passesOf } from './inflate-png.ts';
import type { Pass } from './inflate-png.ts';
import { PictureError, PNG_CHANNELS } from './read-png.ts';
import type { PngFile, PngHeader } from './read-png.ts';

/** The pixels of a picture: red, green, blue and alpha of each, row by row, 0 to 255. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** Maximum number of pixels of all pictures of a label. */
export const MAX_PIXELS = 4_000_000;
const MAX_BYTES = 20_000_000;

/** Rejects a picture that is too large, by its header alone. Throws a `PictureError`. */
export function checkPictureSize(header: PngHeader): void {
  const { width, height } = header;
  if (width * height <= MAX_PIXELS && inflatedSize(header) <= MAX_BYTES) return;
  throw new PictureError(
    `The picture has ${width} x ${height} pixels of ${bitsOf(header)} bits; at most ${MAX_PIXELS / 1e6} million pixels and ${MAX_BYTES / 1e6} MB can be drawn`,
  );
}

/** Decodes a PNG whose size has been checked. Throws a `PictureError`. */
export function decodePng(file: PngFile): Pixels {
  const { header } = file;
  const bytes = inflatePng(file);
  const { width, height } = header;
  const rgba = new Uint8Array(width * height * 4);
  const put = pixelWriter(file, rgba);
  let at = 0;
  for (const pass of passesOf(header)) at = copyPass(header, pass, { bytes, at, put });
  return { width, height, rgba };
}

/** Writes the pixel whose samples begin at a bit of the inflated bytes. */
type PutPixel = (bytes: Uint8Array, bit: number, target: number) => void;

function copyPass(header: PngHeader, pass: Pass, { bytes, at, put }: { bytes: Uint8Array; at: number; put: PutPixel }): number {
  const bits = bitsOf(header);
  let row = at;
  for (let y = 0; y < pass.height; y += 1) {
    const line = (pass.top + y * pass.stepY) * header.width + pass.left;
    for (let x = 0; x < pass.width; x += 1) put(bytes, (row + 1) * 8 + x * bits, (line + x * pass.stepX) * 4);
    row += pass.rowBytes + 1;
  }
  return row;
}

function bitsOf({ depth, colorType }: PngHeader): number {
  return depth * PNG_CHANNELS[colorType];
}

function pixelWriter({ header, palette, transparency }: PngFile, rgba: Uint8Array): PutPixel {
  const { depth, colorType } = header;
  const write = (target: number, color: readonly [number, number, number], alpha: number): void => {
    rgba[target] = color[0];
    rgba[target + 1] = color[1];
    rgba[target + 2] = color[2];
    rgba[target + 3] = alpha;
  };
  if (colorType === 3) return paletteWriter({ depth, palette, transparency }, write);
  return sampleWriter({ depth, channels: PNG_CHANNELS[colorType], transparency }, write);
}

type WritePixel = (target: number, color: readonly [number, number, number], alpha: number) => void;

function paletteWriter(
  { depth, palette, transparency }: { depth: number; palette: Uint8Array; transparency: Uint8Array },
  write: WritePixel,
): PutPixel {
  return (bytes, bit, target) => {
    const index = sampleAt(bytes, bit, depth);
    const blue = palette[index * 3 + 2];
    if (blue === undefined) throw new PictureError('The PNG is damaged: a pixel has a colour that its palette lacks');
    write(target, [palette[index * 3] ?? 0, palette[index * 3 + 1] ?? 0, blue], transparency[index] ?? 255);
  };
}

function sampleWriter(
  { depth, channels, transparency }: { depth: number; channels: number; transparency: Uint8Array },
  write: WritePixel,
): PutPixel {
  const isGrey = channels < 3;
  const clear = transparentSamples(transparency, channels);
  const scale = 255 / ((1 << Math.min(depth, 8)) - 1);
  const eight = (sample: number): number => (depth === 16 ? Math.round(sample / 257) : sample * scale);
  return (bytes, bit, target) => {
    const red = sampleAt(bytes, bit, depth);
    const green = isGrey ? red : sampleAt(bytes, bit + depth, depth);
    const blue = isGrey ? red : sampleAt(bytes, bit + 2 * depth, depth);
    const isClear = clear !== undefined && red === clear[0] && green === clear[1] && blue === clear[2];
    const hasAlpha = channels === 2 || channels === 4;
    const alpha = hasAlpha ? eight(sampleAt(bytes, bit + (channels - 1) * depth, depth)) : isClear ? 0 : 255;
    write(target, [eight(red), eight(green), eight(blue)], alpha);
  };
}

/** The single transparent colour of a picture without alpha channel. */
function transparentSamples(transparency: Uint8Array, channels: number): [number, number, number] | undefined {
  const sample = (at: number): number => ((transparency[at] ?? 0) << 8) | (transparency[at + 1] ?? 0);
  if (channels === 1 && transparency.length === 2) return [sample(0), sample(0), sample(0)];
  if (channels === 3 && transparency.length === 6) return [sample(0), sample(2), sample(4)];
  return undefined;
}

function sampleAt(bytes: Uint8Array, bit: number, depth: number): number {
  const at = bit >>> 3;
  if (depth === 8) return bytes[at] ?? 0;
  if (depth === 16) return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  return ((bytes[at] ?? 0) >>> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}
