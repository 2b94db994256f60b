import type { Bitmap } from '../raster/bitmap.ts';
import { orientBitmap, type Orientation } from '../raster/orient-bitmap.ts';

/** Resolution and inks of a printer. */
export interface PlanesTarget {
  /** Horizontal dots per inch. */
  hdpi: number;
  /** Vertical dots per inch. */
  vdpi: number;
  /** Whether it prints colours with cyan, magenta, yellow and black. */
  isColor?: boolean | undefined;
}

/** One bitmap per ink, all of the same size: one for a printer with one ink, otherwise cyan, magenta, yellow and black. */
export type Planes = readonly [Bitmap] | readonly [cyan: Bitmap, magenta: Bitmap, yellow: Bitmap, black: Bitmap];

/** The dots with any ink. */
export function inkedDots([first, ...others]: Planes): Bitmap {
  if (others.length === 0) return first;
  const words = first.words.map((word, at) => others.reduce((dots, plane) => dots | (plane.words[at] ?? 0), word));
  return { ...first, words };
}

/** The planes as a device has to get them that is mounted rotated or mirrored. */
export function orientPlanes(planes: Planes, orientation: Orientation): Planes {
  const orient = (plane: Bitmap) => orientBitmap(plane, orientation);
  if (planes.length === 1) return [orient(planes[0])];
  const [cyan, magenta, yellow, black] = planes;
  return [orient(cyan), orient(magenta), orient(yellow), orient(black)];
}
