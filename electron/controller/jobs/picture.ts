import type { Planes } from '#rendering/print-planes.ts';

/** A picture with the resolution that it was drawn for, in dots per inch across and down. */
export interface Picture {
  planes: Planes;
  /** As `pictureHash` tells it. Taken where the picture is drawn: it takes as long as the drawing. */
  hash: string;
  hdpi: number;
  vdpi: number;
}

/** A picture that was drawn before anybody asked for it. */
export interface AheadPicture {
  /** Of everything that it was drawn by but the moment. */
  key: string;
  moment: string;
  /** What the label says by its moment; undefined for one that shows none. */
  said: string | undefined;
  /** Undefined when it could not be drawn. */
  picture: Promise<Picture | undefined>;
}
