import type { Rotation } from '#contract/api-v3/label.ts';
import { createBitmap, type Bitmap } from './bitmap.ts';
import { rotateBitmap } from './rotate.ts';

/** How a device is mounted: prints are mirrored from left to right first, then rotated clockwise. */
export interface Orientation {
  rotation: Rotation;
  mirrored: boolean;
}

const TURNS = { NONE: 0, CW90: 1, CW180: 2, CCW90: 3 } as const satisfies Record<Rotation, number>;

/** The bitmap as the device has to get it; the same object if nothing changes. */
export function orientBitmap(bitmap: Bitmap, { rotation, mirrored }: Orientation): Bitmap {
  const mirroredFirst = mirrored ? mirrorBitmap(bitmap) : bitmap;
  const turns = TURNS[rotation];
  return turns === 0 ? mirroredFirst : rotateBitmap(mirroredFirst, turns);
}

function mirrorBitmap({ width, height, stride, words }: Bitmap): Bitmap {
  const result = createBitmap(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isInked = ((words[y * stride + (x >>> 5)] ?? 0) & (0x8000_0000 >>> (x & 31))) !== 0;
      const to = width - 1 - x;
      const at = y * stride + (to >>> 5);
      if (isInked) result.words[at] = (result.words[at] ?? 0) | (0x8000_0000 >>> (to & 31));
    }
  }
  return result;
}
