import { zlibSync } from 'fflate';
import type { StaticBitmapObject } from '#contract/api-v3/label.ts';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import { encodePng } from '#rendering/raster/png.ts';
import { bytesAsText } from '../syntax/field-encodings.ts';
import { WHOLE_FRAME } from './field-placement.ts';
import { NOWHERE, toMillimetres, type Density, type MadeObject } from './zpl-object.ts';

/** A bitmap in the printer's format: eight dots per byte, row by row. */
export interface Raster {
  rowBytes: number;
  rows: number;
  bytes: Uint8Array;
}

/** A picture in the form that a label stores. */
export interface Picture {
  /** Dots. */
  width: number;
  height: number;
  /** A PNG in base64. */
  bitmap: string;
}

/** The limit of a picture in bytes: the number of dots that all pictures of a label may have. */
export const MAX_RASTER_BYTES = 500_000;

/** The picture as an object, magnified; dark dots are black, light ones are transparent. */
export function pictureObject({ width, height, bitmap }: Picture, times: { x: number; y: number }, density: Density): MadeObject {
  const object: StaticBitmapObject = {
    type: 'StaticBitmap',
    ...NOWHERE,
    bitmap,
    width: toMillimetres(width * times.x, density),
    height: toMillimetres(height * times.y, density),
    fgColor: 'black',
  };
  return { object, orientation: 'N', frame: WHOLE_FRAME };
}

/** The bitmap as a picture of the same size. */
export function rasterPicture({ rowBytes, rows, bytes }: Raster, density: Density): Picture {
  const bitmap = createBitmap(rowBytes * 8, rows);
  for (let y = 0; y < rows; y += 1) {
    for (let at = 0; at < rowBytes; at += 1) {
      const word = y * bitmap.stride + (at >>> 2);
      bitmap.words[word] = (bitmap.words[word] ?? 0) | ((bytes[y * rowBytes + at] ?? 0) << (24 - 8 * (at & 3)));
    }
  }
  const dpi = density * 25.4;
  const png = encodePng(bitmap, { hdpi: dpi, vdpi: dpi, deflate: zlibSync });
  return { width: bitmap.width, height: bitmap.height, bitmap: btoa(bytesAsText(png)) };
}
