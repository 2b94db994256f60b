import type { PictureBox } from '#contract/api-v3/simulation.ts';
import type { Drawing, Mark } from '../drawing.ts';
import type { Rect } from '../raster/fill-rect.ts';
import { pathExtent } from '../raster/path.ts';
import { composePlacements, placeRect } from '../raster/placement.ts';
import type { Placement } from '../raster/placement.ts';

const MILLIMETRES_PER_INCH = 25.4;

/** The picture of a label: where the label lies on it, its sides in dots, and dots per inch. */
export interface PictureSpace {
  label: Placement;
  width: number;
  height: number;
  hdpi: number;
  vdpi: number;
}

/** A rectangle of the picture in millimetres, to a thousandth. */
export function boxOf({ left, top, width, height }: Rect, { hdpi, vdpi }: PictureSpace): PictureBox {
  const [x, y] = [MILLIMETRES_PER_INCH / hdpi, MILLIMETRES_PER_INCH / vdpi];
  return { x: toMicrometres(left * x), y: toMicrometres(top * y), width: toMicrometres(width * x), height: toMicrometres(height * y) };
}

/** Millimetres without the noise of computing them. */
export function toMicrometres(length: number): number {
  return Math.round(length * 1_000) / 1_000;
}

/** Where a rectangle of a drawing lies on the picture. */
export function onPicture(rect: Rect, drawing: Pick<Drawing, 'placement'>, { label }: PictureSpace): Rect {
  return placeRect(composePlacements(label, drawing.placement), rect);
}

/** The smallest rectangle around the marks of a drawing, in its own dots; undefined when it has none. */
export function markedArea({ marks }: Drawing): Rect | undefined {
  return marks.map(markRect).reduce<Rect | undefined>((area, rect) => (area ? around(area, rect) : rect), undefined);
}

/** Whether two rectangles have a dot in common. */
export function doMeet(one: Rect, other: Rect): boolean {
  const areBeside = one.left + one.width <= other.left || other.left + other.width <= one.left;
  const areAbove = one.top + one.height <= other.top || other.top + other.height <= one.top;
  return !areBeside && !areAbove;
}

/** The smallest rectangle around two. */
export function around(one: Rect, other: Rect): Rect {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
  const right = Math.max(one.left + one.width, other.left + other.width);
  const bottom = Math.max(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
}

/** By how many dots a rectangle leaves the picture on the side where it does most; 0 when it lies within. */
export function dotsBeyond({ left, top, width, height }: Rect, space: PictureSpace): number {
  return Math.max(0, -left, -top, left + width - space.width, top + height - space.height);
}

function markRect(mark: Mark): Rect {
  if (mark.kind === 'path') return pathExtent(mark.path);
  if (mark.kind === 'bitmap') return { left: mark.left, top: mark.top, width: mark.bitmap.width, height: mark.bitmap.height };
  return mark.rect;
}
