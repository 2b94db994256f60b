import { crc32 } from '../raster/crc32.ts';

/** The picture is invalid. The message is a sentence. */
export class PictureError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PictureError';
  }
}

/** Samples per pixel by colour type. */
export const PNG_CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;
/** 0 greyscale, 2 truecolour, 3 indexed, 4 greyscale with alpha, 6 truecolour with alpha. */
export type PngColorType = keyof typeof PNG_CHANNELS;

const DEPTHS: Readonly<Record<PngColorType, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** The header of a PNG. */
export interface PngHeader {
  width: number;
  height: number;
  /** Bits per sample. */
  depth: number;
  colorType: PngColorType;
  isInterlaced: boolean;
}

/** The chunks of a PNG; nothing is inflated yet. */
export interface PngFile {
  header: PngHeader;
  /** Red, green and blue of every palette entry; empty without a palette. */
  palette: Uint8Array;
  /** The content of the tRNS chunk; empty without one. */
  transparency: Uint8Array;
  /** The deflated pixels. */
  data: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
/** Length, type and CRC of a chunk. */
const CHUNK_FRAME = 12;
const HEADER_LENGTH = 13;
const LARGEST_PALETTE = 256 * 3;
const KNOWN_CHUNKS: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS']);
const NOTHING = new Uint8Array();

/** Splits a PNG into its chunks and verifies their CRCs. Ancillary chunks are ignored. Throws a `PictureError`. */
export function readPng(bytes: Uint8Array): PngFile {
  if (SIGNATURE.some((byte, at) => bytes[at] !== byte)) throw new PictureError('The picture is not a PNG');
  const parts: Uint8Array[] = [];
  const chunks = new Map<string, Uint8Array>();
  for (const { type, data } of chunksOf(bytes)) {
    if (chunks.size === 0 && type !== 'IHDR') throw new PictureError('The PNG does not begin with its size');
    if (type === 'IDAT') parts.push(data);
    else if (KNOWN_CHUNKS.has(type)) chunks.set(type, data);
    else refuseOther(type);
  }
  const header = readHeader(chunks.get('IHDR') ?? NOTHING);
  const palette = chunks.get('PLTE') ?? NOTHING;
  if (header.colorType === 3 && !isPalette(palette)) throw new PictureError('The PNG has no palette of 1 to 256 colours');
  return { header, palette, transparency: chunks.get('tRNS') ?? NOTHING, data: joinParts(parts) };
}

/** The chunks before IEND. */
function* chunksOf(bytes: Uint8Array): Generator<{ type: string; data: Uint8Array<ArrayBuffer> }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at: number = SIGNATURE.length;
  for (;;) {
    const length = at + CHUNK_FRAME <= bytes.length ? view.getUint32(at) : Infinity;
    const end = at + CHUNK_FRAME + length;
    if (end > bytes.length) throw new PictureError('The PNG is cut off');
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4))
      throw new PictureError('The PNG is damaged: a check sum is wrong');
    if (type === 'IEND') return;
    yield { type, data: bytes.slice(at + 8, end - 4) };
    at = end;
  }
}

function readHeader(data: Uint8Array): PngHeader {
  if (data.length !== HEADER_LENGTH) throw new PictureError('The PNG is damaged: its header has another length');
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth = 0, colorType = 0, ...methods] = data.subarray(8);
  if (width === 0 || height === 0) throw new PictureError('The picture has no pixels');
  const isKnown = isColorType(colorType) && DEPTHS[colorType].includes(depth);
  const [compression, filter, interlace] = methods;
  if (!isKnown || compression !== 0 || filter !== 0 || !isInterlaceMethod(interlace))
    throw new PictureError('The PNG has an invalid colour type or bit depth');
  return { width, height, depth, colorType, isInterlaced: interlace === 1 };
}

function isInterlaceMethod(value: number | undefined): boolean {
  return value === 0 || value === 1;
}

function isColorType(value: number): value is PngColorType {
  return Object.hasOwn(PNG_CHANNELS, value);
}

/** A lower case first letter marks an ancillary chunk. Animated pictures are rejected because it is unclear which frame to print. */
function refuseOther(type: string): void {
  if (type === 'acTL') throw new PictureError('The picture is animated; a label can show one picture only');
  if (!/^[a-z]/u.test(type)) throw new PictureError('The PNG has an unknown critical chunk');
}

function isPalette({ length }: Uint8Array): boolean {
  return length > 0 && length <= LARGEST_PALETTE && length % 3 === 0;
}

function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
