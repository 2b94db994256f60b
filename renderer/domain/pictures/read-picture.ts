import { PictureError, readPng } from '#rendering/pictures/read-png.ts';
import { decodeInBrowser } from './decode-picture.ts';
import type { DecodePicture } from './decode-picture.ts';

/** The maximum file size in bytes. */
export const LARGEST_FILE = 30_000_000;
/** The limit of pixels, which all pictures of a label share. */
const MAX_PIXELS = 1_000_000;
/** The limit of one picture on a label, as PNG, in bytes. */
const MAX_BYTES = 6_000_000;

/** Why a file cannot be used as a picture. */
export type PictureFault = 'svg' | 'tooBig' | 'unreadable' | 'tooHeavy';

/** A picture in the form that a label stores. */
export interface PictureData {
  /** A PNG in base64. */
  bitmap: string;
  width: number;
  height: number;
  /** The file's size in pixels, if the picture has fewer. */
  original?: { width: number; height: number };
}

/**
 * Reads a file as a picture. A small PNG is stored unchanged; every other picture is redrawn with at most the pixels that a label may have.
 */
export async function readPicture(file: File, decode: DecodePicture = decodeInBrowser): Promise<PictureData | PictureFault> {
  // SVG files can reference other files, and a label must not cause requests.
  if (file.type.startsWith('image/svg') || /\.svgz?$/iu.test(file.name)) return 'svg';
  if (file.size > LARGEST_FILE) return 'tooBig';
  return (await ownPng(file)) ?? drawAnew(file, decode);
}

async function ownPng(file: File): Promise<PictureData | undefined> {
  if (file.size > MAX_BYTES) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const { width, height } = readPng(bytes).header;
    return width * height > MAX_PIXELS ? undefined : { bitmap: base64(bytes), width, height };
  } catch (error) {
    if (error instanceof PictureError) return undefined;
    throw error;
  }
}

async function drawAnew(file: File, decode: DecodePicture): Promise<PictureData | PictureFault> {
  const picture = await decode(file);
  if (!picture) return 'unreadable';
  const { width, height } = picture;
  const share = Math.min(1, Math.sqrt(MAX_PIXELS / (width * height)));
  const size = { width: Math.max(1, Math.floor(width * share)), height: Math.max(1, Math.floor(height * share)) };
  const bytes = await picture.toPng(size);
  if (bytes.length > MAX_BYTES) return 'tooHeavy';
  return { bitmap: base64(bytes), ...size, ...(share < 1 && { original: { width, height } }) };
}

/** In portions, because the number of function arguments is limited. */
function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
