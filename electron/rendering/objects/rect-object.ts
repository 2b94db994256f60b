import type { EllipseObject, RectObject } from '#contract/api-v3/label.ts';
import type { Mark } from '../raster/drawing.ts';
import type { ColorEffect } from '../raster/inks.ts';
import type { Rect } from '../raster/fill-rect.ts';
import { roundedRect } from '../raster/rounded-rect.ts';
import { objectResolution, placeObject, wholeDots } from './object-context.ts';
import type { DrawObject, ObjectContext } from './object-context.ts';
import { resolveColor } from './object-texts.ts';

interface Corners {
  x: number;
  y: number;
}

/** Prepares a rectangle; its line lies inside its width and height. Without a line it is filled, in black unless `fillColor` is set. */
export function prepareRect(object: RectObject, context: ObjectContext): DrawObject {
  const local = objectResolution(object, context.resolution);
  const radius = Math.min(object.cornerRadius ?? 0, object.width / 2, object.height / 2);
  return prepareBox(object, context, () => ({ x: radius * local.x, y: radius * local.y }));
}

/** Prepares an ellipse that fills its width and height; line and fill work as for a rectangle. */
export function prepareEllipse(object: EllipseObject, context: ObjectContext): DrawObject {
  return prepareBox(object, context, ({ width, height }) => ({ x: width / 2, y: height / 2 }));
}

function prepareBox(
  object: RectObject | EllipseObject,
  { resolution, texts }: ObjectContext,
  cornersOf: (extent: Rect) => Corners,
): DrawObject {
  const hasLine = object.lineWidth !== undefined && object.lineWidth > 0;
  const fill = texts.prepareColor(object.fillColor ?? (hasLine ? 'transparent' : 'black'), '/fillColor');
  const line = texts.prepareColor(object.lineColor ?? 'black', '/lineColor');
  const local = objectResolution(object, resolution);
  const extent = { left: 0, top: 0, width: wholeDots(object.width, local.x), height: wholeDots(object.height, local.y) };
  const lineWidth = hasLine
    ? { x: wholeDots(object.lineWidth ?? 0, local.x), y: wholeDots(object.lineWidth ?? 0, local.y) }
    : { x: 0, y: 0 };
  const corners = cornersOf(extent);
  return (resolve) => {
    const marks = fillMarks(extent, corners, resolveColor(fill, resolve));
    if (hasLine) marks.push(...lineMarks(extent, { corners, lineWidth }, resolveColor(line, resolve)));
    return { placement: placeObject(object, extent, resolution), extent, marks };
  };
}

function fillMarks(rect: Rect, corners: Corners, effect: ColorEffect): Mark[] {
  if (effect === 'none') return [];
  if (corners.x === 0) return [{ kind: 'rect', rect, effect }];
  return [{ kind: 'path', path: [roundedRect(rect, corners, 'clockwise')], effect }];
}

function lineMarks(rect: Rect, style: { corners: Corners; lineWidth: Corners }, effect: ColorEffect): Mark[] {
  const { corners, lineWidth } = style;
  const width = rect.width - 2 * lineWidth.x;
  const height = rect.height - 2 * lineWidth.y;
  if (effect === 'none' || width <= 0 || height <= 0) return fillMarks(rect, corners, effect);
  const inner = { left: lineWidth.x, top: lineWidth.y, width, height };
  if (corners.x > 0) {
    const innerCorners = { x: Math.max(0, corners.x - lineWidth.x), y: Math.max(0, corners.y - lineWidth.y) };
    const path = [roundedRect(rect, corners, 'clockwise'), roundedRect(inner, innerCorners, 'counterclockwise')];
    return [{ kind: 'path', path, effect }];
  }
  const sides: Rect[] = [
    { ...rect, height: lineWidth.y },
    { ...rect, top: rect.height - lineWidth.y, height: lineWidth.y },
    { ...rect, width: lineWidth.x },
    { ...rect, left: rect.width - lineWidth.x, width: lineWidth.x },
  ];
  return sides.map((side) => ({ kind: 'rect', rect: side, effect }));
}
