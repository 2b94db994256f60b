import type { StaticBitmapObject } from '#contract/api-v3/label.ts';
import type { Mark } from '../raster/drawing.ts';
import { screenOrigin } from '../raster/inks.ts';
import type { ProcessInk } from '../raster/inks.ts';
import type { Pixels } from '../pictures/decode-png.ts';
import { halftone, screenShades } from '../pictures/halftone.ts';
import { blankOf, brightnessOf, inkShades } from '../pictures/shades.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import type { Rect } from '../raster/fill-rect.ts';
import { objectResolution, placeObject, wholeDots } from './object-context.ts';
import type { DrawObject, ObjectContext } from './object-context.ts';
import { resolveColor } from './object-texts.ts';
import type { ObjectTexts, Resolve } from './object-texts.ts';

const DEFAULT_THRESHOLD = 0.5;

/** Draws the marks of one print within an extent. */
type DrawPicture = (resolve: Resolve) => Mark[];

/**
 * Prepares a picture, stretched to its width and height. Dark dots are drawn in `fgColor`; without it, a colour printer draws the picture
 * in its own colours. Light dots are drawn in `bgColor`, or are transparent.
 */
export function prepareStaticBitmap(object: StaticBitmapObject, { resolution, texts, pictures }: ObjectContext): DrawObject {
  const local = objectResolution(object, resolution);
  const extent = { left: 0, top: 0, width: wholeDots(object.width, local.x), height: wholeDots(object.height, local.y) };
  const background = texts.prepareColor(object.bgColor ?? 'transparent', '/bgColor');
  pictures.reserveDots(extent.width, extent.height);
  const pixels = pictures.decode(object.bitmap);
  const { ink } = texts;
  const isOwnColors = ink !== 'mono' && object.fgColor === undefined;
  const draw = isOwnColors ? prepareColors(pixels, extent, { ink, texts }) : prepareOneColor(object, pixels, { extent, texts });
  return (resolve) => {
    const effect = resolveColor(background, resolve);
    const marks: Mark[] = effect === 'none' ? [] : [{ kind: 'rect', rect: extent, effect }];
    marks.push(...draw(resolve));
    return { placement: placeObject(object, extent, resolution), extent, marks };
  };
}

function prepareOneColor(object: StaticBitmapObject, pixels: Pixels, { extent, texts }: { extent: Rect; texts: ObjectTexts }): DrawPicture {
  const color = texts.prepareColor(object.fgColor ?? 'black', '/fgColor');
  const { dithering = 'NONE', threshold = DEFAULT_THRESHOLD } = object;
  const bitmap = halftone(brightnessOf(pixels), { width: extent.width, height: extent.height, dithering, threshold });
  return (resolve) => {
    const effect = resolveColor(color, resolve);
    return effect === 'none' ? [] : [{ kind: 'bitmap', bitmap, left: 0, top: 0, effect }];
  };
}

/** The opaque part of the picture replaces what is below it, ink by ink. */
function prepareColors(pixels: Pixels, extent: Rect, { ink, texts }: { ink: ProcessInk; texts: ObjectTexts }): DrawPicture {
  texts.noteErasing();
  const size = { width: extent.width, height: extent.height };
  const shown = halftone(blankOf(pixels), { ...size, dithering: 'NONE', threshold: DEFAULT_THRESHOLD });
  const dots = keepShown(screenShades(inkShades(pixels, ink), size, screenOrigin(ink)), shown);
  const at = { kind: 'bitmap', left: 0, top: 0 } as const;
  return () => [
    { ...at, bitmap: shown, effect: 'erase' },
    { ...at, bitmap: dots, effect: 'ink' },
  ];
}

/** The dots of an ink without those at the edge of the picture that are mostly transparent. */
function keepShown(dots: Bitmap, shown: Bitmap): Bitmap {
  return { ...dots, words: dots.words.map((word, at) => word & (shown.words[at] ?? 0)) };
}
