import { zplLabel } from '#controller/engines/zpl/zpl-label.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { decodeBitmap } from '../decode-codes.ts';
import { renderIndependently } from './independent-renderer.ts';
import { plainGraphicLength } from './plain-graphic.ts';
import { randomPicture } from './random-picture.ts';

/** What was compared. */
export interface ComparedPicture {
  /** Bytes that the engine sends for the label. */
  sent: number;
  /** Bytes of the same label with plain hexadecimal digits. */
  plain: number;
  hasCode: boolean;
}

/** The widest quiet zone of all standards, in mm. */
const MARGIN = 5;

const encodeAsEngine = (bitmap: Bitmap): Buffer => zplLabel(bitmap, 'TEAR');

/**
 * Encodes the random picture of a seed as the zpl engine does, and compares what an independent renderer draws dot for dot; a code is read
 * from that drawing. Undefined for a label without dots. Throws at a difference.
 */
export async function comparePicture(seed: number, encode = encodeAsEngine): Promise<ComparedPicture | undefined> {
  const { bitmap, hdpi, vdpi, code } = randomPicture(seed);
  if (bitmap.width === 0 || bitmap.height === 0) return undefined;
  const commands = encode(bitmap);
  const drawn = await renderIndependently(commands.toString('latin1'));
  if (drawn.width !== bitmap.width || drawn.height !== bitmap.height) {
    throw new Error(`seed ${seed}: drawn with ${drawn.width} x ${drawn.height} dots instead of ${bitmap.width} x ${bitmap.height}`);
  }
  const difference = drawn.words.findIndex((word, at) => word !== bitmap.words[at]);
  if (difference >= 0) throw new Error(`seed ${seed}: row ${Math.floor(difference / bitmap.stride)} is drawn with other dots`);
  if (code) {
    const read = await decodeBitmap(drawn, { hdpi, vdpi, margin: MARGIN, format: code.format });
    const isRead = read.length > 0 && read.every(({ text }) => text === code.text);
    if (!isRead) throw new Error(`seed ${seed}: ${code.format} ${JSON.stringify(code.text)} is read as ${JSON.stringify(read)}`);
  }
  return { sent: commands.length, plain: plainGraphicLength(bitmap), hasCode: code !== undefined };
}
