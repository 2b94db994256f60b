import { PictureError, readPng } from '#rendering/pictures/read-png.ts';
import { browserPicture } from './browser-picture.ts';
import type { DecodePicture } from './browser-picture.ts';

/** Larger files are no pictures for a label. */
export const LARGEST_FILE = 30_000_000;
/** All pictures of a label share the pixels that it may have. */
const MOST_PIXELS = 1_000_000;
/** What a label takes of one picture, as PNG. */
const MOST_BYTES = 6_000_000;

/** Why a file becomes no picture of a label. */
export type PictureFault = 'svg' | 'tooBig' | 'unreadable' | 'tooHeavy';

/** A picture as a label holds it. */
export interface PictureData {
  /** A PNG as base64. */
  bitmap: string;
  width: number;
  height: number;
  /** The pixels that the file has, where the picture has fewer. */
  original?: { width: number; height: number };
}

/** Reads a file as a picture. A PNG that is small enough stays as it is; every other is drawn anew, in as many pixels as a label may hold. */
export async function readPicture(file: File, decode: DecodePicture = browserPicture): Promise<PictureData | PictureFault> {
  // Drawings of lines may ask for other files, and nothing of a label is fetched.
  if (file.type.startsWith('image/svg') || /\.svgz?$/iu.test(file.name)) return 'svg';
  if (file.size > LARGEST_FILE) return 'tooBig';
  return (await ownPng(file)) ?? drawAnew(file, decode);
}

async function ownPng(file: File): Promise<PictureData | undefined> {
  if (file.size > MOST_BYTES) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const { width, height } = readPng(bytes).header;
    return width * height > MOST_PIXELS ? undefined : { bitmap: base64(bytes), width, height };
  } catch (error) {
    if (error instanceof PictureError) return undefined;
    throw error;
  }
}

async function drawAnew(file: File, decode: DecodePicture): Promise<PictureData | PictureFault> {
  const picture = await decode(file);
  if (!picture) return 'unreadable';
  const { width, height } = picture;
  const share = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  const size = { width: Math.max(1, Math.floor(width * share)), height: Math.max(1, Math.floor(height * share)) };
  const bytes = await picture.toPng(size);
  if (bytes.length > MOST_BYTES) return 'tooHeavy';
  return { bitmap: base64(bytes), ...size, ...(share < 1 && { original: { width, height } }) };
}

/** In pieces, for a function takes only so many arguments. */
function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
