import type { Planes } from '#rendering/label/planes.ts';

/** A drawn picture with its resolution, in dots per inch. */
export interface Picture {
  planes: Planes;
  /** The `pictureHash`, computed in the drawing thread: it takes as long as the drawing. */
  hash: string;
  hdpi: number;
  vdpi: number;
}
