import type { Planes } from '#rendering/print-planes.ts';

/** A picture with the resolution that it was drawn for, in dots per inch across and down. */
export interface Picture {
  planes: Planes;
  /** As `pictureHash` tells it. Taken where the picture is drawn: it takes as long as the drawing. */
  hash: string;
  hdpi: number;
  vdpi: number;
}
