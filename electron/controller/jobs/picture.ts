import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { Planes } from '#rendering/print-planes.ts';
import type { LabelDocument } from './label-documents.ts';

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
  /** Where its job stood: with each of its prints it stands elsewhere. */
  place: string;
  /** Of everything that it was drawn by but the moment. */
  key: string;
  document: LabelDocument;
  values: PrintValues;
  /** Undefined when it could not be drawn. */
  picture: Promise<Picture | undefined>;
}
