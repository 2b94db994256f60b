import type { Ink } from '../raster/inks.ts';
import type { CarriedIdentifiers } from '../barcodes/gs1/associations.ts';
import type { DrawnObject } from '../document/locate-objects.ts';
import type { FontLibrary } from '../text/font-library.ts';
import { prepareLinear } from './linear-code.ts';
import { prepareMatrix } from './matrix-code.ts';
import type { DrawObject, DotDensity, ObjectContext } from './object-context.ts';
import { ObjectTexts } from './object-texts.ts';
import type { LabelPictures } from '../pictures/label-pictures.ts';
import { preparePolyLine } from './poly-line-object.ts';
import { prepareEllipse, prepareRect } from './rect-object.ts';
import { prepareStaticBitmap } from './static-bitmap-object.ts';
import { isLinearBarcode, isMatrixBarcode } from './symbol-objects.ts';
import { prepareText } from './text-object.ts';

/** An object with parsed texts and resolved fonts, ready to be drawn for each print. */
export interface PreparedObject {
  draw: DrawObject;
  /** Whether every print of it is the same. */
  isStatic: boolean;
  /** Whether a print of it may clear dots. */
  mayErase: boolean;
}

/** What the objects of a label share while they are prepared. */
export interface RenderContext {
  resolution: DotDensity;
  fonts: FontLibrary;
  pictures: LabelPictures;
  /** Ink of the current plane. */
  ink: Ink;
  carried: CarriedIdentifiers;
}

/** Prepares an object for a resolution and an ink. Throws a `LabelFault` for its first fault. */
export function prepareObject(object: DrawnObject, { ink, ...rest }: RenderContext): PreparedObject {
  const texts = new ObjectTexts(ink);
  const draw = chooseDrawing(object, { ...rest, texts });
  return { draw, isStatic: texts.isStatic, mayErase: texts.mayErase };
}

function chooseDrawing(object: DrawnObject, context: ObjectContext): DrawObject {
  if (isLinearBarcode(object)) return prepareLinear(object, context);
  if (isMatrixBarcode(object)) return prepareMatrix(object, context);
  switch (object.type) {
    case 'Text':
      return prepareText(object, context);
    case 'Rect':
      return prepareRect(object, context);
    case 'Ellipse':
      return prepareEllipse(object, context);
    case 'PolyLine':
      return preparePolyLine(object, context);
    case 'StaticBitmap':
      return prepareStaticBitmap(object, context);
  }
}
