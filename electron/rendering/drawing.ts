import type { Bitmap } from './raster/bitmap.ts';
import { blit } from './raster/blit.ts';
import { fillPath } from './raster/fill-path.ts';
import { fillRect } from './raster/fill-rect.ts';
import type { Effect, Rect } from './raster/fill-rect.ts';
import type { Path } from './raster/path.ts';
import { composePlacements, placePoint, placeRect } from './raster/placement.ts';
import type { Placement } from './raster/placement.ts';
import { rotateBitmap } from './raster/rotate.ts';

/** One thing to draw, in the dots of its object, before the object is turned and put in its place. */
export type Mark =
  | { kind: 'bitmap'; bitmap: Bitmap; left: number; top: number; effect: Effect }
  | { kind: 'rect'; rect: Rect; effect: Effect }
  | { kind: 'path'; path: Path; effect: Effect };

/** An object of a label, ready to be drawn. */
export interface Drawing {
  /** Where it goes on the label. */
  placement: Placement;
  /** Its extent in its own dots, upper left corner at 0, 0. */
  extent: Rect;
  marks: Mark[];
}

/** The part of the label that the drawing takes up, in the label's dots. */
export function drawingExtent({ placement, extent }: Drawing): Rect {
  return placeRect(placement, extent);
}

/** Draws upon a bitmap that stands for the label placed with `label`. */
export function draw(canvas: Bitmap, label: Placement, drawing: Drawing): void {
  const placement = composePlacements(label, drawing.placement);
  for (const mark of drawing.marks) drawMark(canvas, placement, mark);
}

function drawMark(canvas: Bitmap, placement: Placement, mark: Mark): void {
  if (mark.kind === 'rect') {
    fillRect(canvas, placeRect(placement, mark.rect), mark.effect);
  } else if (mark.kind === 'path') {
    fillPath(canvas, placePath(placement, mark.path), mark.effect);
  } else {
    const { bitmap, effect } = mark;
    const { left, top } = placeRect(placement, { left: mark.left, top: mark.top, width: bitmap.width, height: bitmap.height });
    blit(canvas, rotateBitmap(bitmap, placement.turns), { left, top, effect });
  }
}

function placePath(placement: Placement, path: Path): Path {
  return path.map((contour) => {
    const placed: number[] = [];
    for (let index = 0; index < contour.length; index += 2) {
      placed.push(...placePoint(placement, contour[index] ?? 0, contour[index + 1] ?? 0));
    }
    return placed;
  });
}
