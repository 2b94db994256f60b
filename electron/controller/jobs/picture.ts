import type { Planes } from '#rendering/print-planes.ts';

/** A picture with the resolution that it was drawn for, in dots per inch across and down. */
export interface Picture {
  planes: Planes;
  hdpi: number;
  vdpi: number;
}
