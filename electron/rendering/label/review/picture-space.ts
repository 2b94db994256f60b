import type { PictureBox } from '#contract/api-v3/simulation.ts';
import type { Drawing, Mark } from '../../raster/drawing.ts';
import type { Rect } from '../../raster/fill-rect.ts';
import { pathExtent } from '../../raster/path.ts';
import { composePlacements, placeRect } from '../../raster/placement.ts';
import type { Placement } from '../../raster/placement.ts';

const MILLIMETRES_PER_INCH = 25.4;

/** The picture of a label: placement of the label on it, size in dots, and dots per inch. */
export interface PictureSpace {
  label: Placement;
  width: number;
  height: number;
  hdpi: number;
  vdpi: number;
}

/** A rectangle of the picture in millimetres, rounded to micrometres. */
export function boxOf({ left, top, width, height }: Rect, { hdpi, vdpi }: PictureSpace): PictureBox {
  const [x, y] = [MILLIMETRES_PER_INCH / hdpi, MILLIMETRES_PER_INCH / vdpi];
  return { x: toMicrometres(left * x), y: toMicrometres(top * y), width: toMicrometres(width * x), height: toMicrometres(height * y) };
}

/** Rounds millimetres to micrometres. */
export function toMicrometres(length: number): number {
  return Math.round(length * 1_000) / 1_000;
}

/** A rectangle of a drawing in the dots of the picture. */
export function onPicture(rect: Rect, drawing: Pick<Drawing, 'placement'>, { label }: PictureSpace): Rect {
  return placeRect(composePlacements(label, drawing.placement), rect);
}

/** The bounding box of a drawing's marks in its own dots; undefined if it has none. */
export function markedArea({ marks }: Drawing): Rect | undefined {
  return marks.map(markRect).reduce<Rect | undefined>((area, rect) => (area ? around(area, rect) : rect), undefined);
}

/** Whether two rectangles overlap. */
export function doMeet(one: Rect, other: Rect): boolean {
  const areBeside = one.left + one.width <= other.left || other.left + other.width <= one.left;
  const areAbove = one.top + one.height <= other.top || other.top + other.height <= one.top;
  return !areBeside && !areAbove;
}

/** The bounding box of two rectangles. */
export function around(one: Rect, other: Rect): Rect {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
  const right = Math.max(one.left + one.width, other.left + other.width);
  const bottom = Math.max(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
}

/** The largest number of dots by which a rectangle extends beyond one side of the picture; 0 if it is inside. */
export function dotsBeyond({ left, top, width, height }: Rect, space: PictureSpace): number {
  return Math.max(0, -left, -top, left + width - space.width, top + height - space.height);
}

function markRect(mark: Mark): Rect {
  if (mark.kind === 'path') return pathExtent(mark.path);
  if (mark.kind === 'bitmap') return { left: mark.left, top: mark.top, width: mark.bitmap.width, height: mark.bitmap.height };
  return mark.rect;
}
