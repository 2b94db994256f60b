import type { DrawnObject } from '../label-objects.ts';
import type { FontLibrary } from '../text/fonts.ts';
import { prepareCode128, prepareEan13 } from './linear-code.ts';
import { prepareGs1DataMatrix, prepareQrCode } from './matrix-code.ts';
import type { DrawObject, DotDensity } from './object-context.ts';
import { ObjectTexts } from './object-texts.ts';
import { preparePolyLine } from './poly-line-object.ts';
import { prepareEllipse, prepareRect } from './rect-object.ts';
import { prepareText } from './text-object.ts';

/** An object whose texts are parsed and whose font is found: what is left to do with every print. */
export interface PreparedObject {
  draw: DrawObject;
  /** Whether every print of it is the same. */
  isStatic: boolean;
  /** Whether a print of it may clear dots. */
  mayErase: boolean;
}

/** Prepares an object for a resolution. Throws a `LabelFault` for the first thing that is wrong with it. */
export function prepareObject(object: DrawnObject, resolution: DotDensity, fonts: FontLibrary): PreparedObject {
  const texts = new ObjectTexts();
  const draw = chooseDrawing(object, { resolution, fonts, texts });
  return { draw, isStatic: texts.isStatic, mayErase: texts.mayErase };
}

function chooseDrawing(object: DrawnObject, context: { resolution: DotDensity; fonts: FontLibrary; texts: ObjectTexts }): DrawObject {
  switch (object.type) {
    case 'Text':
      return prepareText(object, context);
    case 'Rect':
      return prepareRect(object, context);
    case 'Ellipse':
      return prepareEllipse(object, context);
    case 'PolyLine':
      return preparePolyLine(object, context);
    case 'EAN-13':
      return prepareEan13(object, context);
    case 'Code128':
      return prepareCode128(object, context);
    case 'GS1-DataMatrix':
      return prepareGs1DataMatrix(object, context);
    case 'QRCode':
      return prepareQrCode(object, context);
  }
}
