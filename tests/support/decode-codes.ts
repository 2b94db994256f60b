import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { prepareZXingModule, readBarcodes, type ReadInputBarcodeFormat } from 'zxing-wasm/reader';

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
const WHITE = 0xffffffff;
const BLACK = 0xff000000;
let isPrepared = false;

export interface DecodedCode {
  format: string;
  /** The content; GS1 element strings have their application identifiers in brackets. */
  text: string;
}

/** The codes that an independent decoder finds in a PNG, sorted by format. */
export function decodeCodes(png: Uint8Array): Promise<DecodedCode[]> {
  return decode(new Blob([new Uint8Array(png)]));
}

/**
 * The codes in a bitmap of this resolution. Decodes only the part with ink and `margin` (mm) around it, which is much faster.
 * `format` limits the kinds of codes.
 */
export function decodeBitmap(
  bitmap: Bitmap,
  { hdpi, vdpi, margin, format }: { hdpi: number; vdpi: number; margin: number; format?: string },
): Promise<DecodedCode[]> {
  const dpi = Math.max(hdpi, vdpi);
  const [across, down] = [hdpi / dpi, vdpi / dpi];
  const ink = inkOf(bitmap);
  const free = Math.round((margin * dpi) / 25.4);
  const [width, height] = [Math.ceil((ink.right - ink.left) / across) + 2 * free, Math.ceil((ink.bottom - ink.top) / down) + 2 * free];
  const pixels = new Uint32Array(width * height).fill(WHITE);
  for (let y = free; y < height - free; y += 1) {
    const row = ink.top + Math.floor((y - free) * down);
    for (let x = free; x < width - free; x += 1) {
      if (hasInk(bitmap, ink.left + Math.floor((x - free) * across), row)) pixels[y * width + x] = BLACK;
    }
  }
  return decode({ data: new Uint8ClampedArray(pixels.buffer), width, height, colorSpace: 'srgb' }, format);
}

async function decode(picture: Blob | ImageData, format?: string): Promise<DecodedCode[]> {
  if (!isPrepared) {
    prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) } });
    isPrepared = true;
  }
  const found = await readBarcodes(picture, {
    tryHarder: true,
    textMode: 'HRI',
    formats: format === undefined ? [] : [format as ReadInputBarcodeFormat],
  });
  return found.map(({ format, text }) => ({ format, text })).sort((a, b) => a.format.localeCompare(b.format));
}

/** Start and end of the ink. */
function inkOf({ width, height, stride, words }: Bitmap): { left: number; top: number; right: number; bottom: number } {
  const row = { stride, words: new Uint32Array(stride) };
  const rows: number[] = [];
  for (let y = 0; y < height; y += 1) {
    let all = 0;
    for (let at = 0; at < stride; at += 1) {
      const word = words[y * stride + at] ?? 0;
      all |= word;
      row.words[at] = (row.words[at] ?? 0) | word;
    }
    if (all !== 0) rows.push(y);
  }
  const columns = Array.from({ length: width }, (_, x) => x).filter((x) => hasInk(row, x, 0));
  return { left: columns[0] ?? 0, top: rows[0] ?? 0, right: (columns.at(-1) ?? -1) + 1, bottom: (rows.at(-1) ?? -1) + 1 };
}

function hasInk({ stride, words }: Pick<Bitmap, 'stride' | 'words'>, x: number, y: number): boolean {
  return (((words[y * stride + (x >>> 5)] ?? 0) << (x & 31)) & 0x80000000) !== 0;
}
