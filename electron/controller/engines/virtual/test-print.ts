import type { PlanesTarget } from '#rendering/label/planes.ts';
import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';
import type { EnginePrint } from '../engine.ts';

const MM_PER_INCH = 25.4;
/** In mm. */
const WIDTH = 10;
const HEIGHT = 5;
const ALL_DOTS = 0xffff_ffff;
/** No print of the ledger. */
export const TEST_PRINT_ID = 0;

/** What a person prints at the device to test it: a few stripes. */
export function testPrint({ hdpi, vdpi, isColor }: PlanesTarget): EnginePrint {
  const stripes = (): Bitmap => {
    const bitmap = createBitmap(32 * Math.ceil(((WIDTH / MM_PER_INCH) * hdpi) / 32), Math.ceil((HEIGHT / MM_PER_INCH) * vdpi));
    for (let y = 0; y < bitmap.height; y += 2) bitmap.words.fill(ALL_DOTS, y * bitmap.stride, (y + 1) * bitmap.stride);
    return bitmap;
  };
  const planes = isColor ? ([stripes(), stripes(), stripes(), stripes()] as const) : ([stripes()] as const);
  return { id: TEST_PRINT_ID, planes, hdpi, vdpi, printDelay: 0 };
}
