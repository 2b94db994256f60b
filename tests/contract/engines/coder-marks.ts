import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';
import type { CoderMark } from '../../../electron/emulators/coders/print-head.ts';
import { numberedPrint } from './engine-rig.ts';

const MESSAGE = 'CODE';
const TEXT = 'BEST BEFORE 12.2027';

/** The message of a numbered print, with its number in one of two fields of these names. */
export function numberedMessage(id: number, [number, text]: readonly [string, string]): DeviceMessage {
  return { message: MESSAGE, fields: { [number]: `NO ${id}`, [text]: TEXT } };
}

/** The number of the print that a mark is of. */
export function numberOfMark({ values: [first = ''] }: CoderMark): number {
  return Number(first.slice('NO '.length));
}

/** The picture of the print that a mark is of; an empty one if anything else was printed than this print has. */
export function pictureOfMark(mark: CoderMark): Bitmap {
  const id = numberOfMark(mark);
  const isRight = mark.message === MESSAGE && mark.values.join('|') === `NO ${id}|${TEXT}`;
  return isRight ? numberedPrint(id).planes[0] : createBitmap(8, 8);
}
