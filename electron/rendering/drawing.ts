import type { MatrixSymbol } from './barcodes/symbols.ts';
import type { Bitmap } from './raster/bitmap.ts';
import { blit } from './raster/blit.ts';
import { fillPath } from './raster/fill-path.ts';
import { fillRect } from './raster/fill-rect.ts';
import type { Effect, Rect } from './raster/fill-rect.ts';
import { LabelFault } from './label-fault.ts';
import { pathExtent } from './raster/path.ts';
import type { Path } from './raster/path.ts';
import { composePlacements, placePoint, placeRect } from './raster/placement.ts';
import type { Placement } from './raster/placement.ts';
import { rotateBitmap } from './raster/rotate.ts';
import { stampBars, stampModules } from './raster/stamp.ts';

/** A person's label touches each of its dots a few times; this is twenty times the largest label. */
const MOST_EFFORT = 4_000_000_000;
const DOTS_PER_CROSSING = 32;

/** One thing to draw, in the dots of its object, before the object is turned and put in its place. */
export type Mark =
  | { kind: 'bitmap'; bitmap: Bitmap; left: number; top: number; effect: Effect }
  | { kind: 'rect'; rect: Rect; effect: Effect }
  /** Bars that stand side by side in `rect`, which is as wide as all of them: where each begins and how wide it is, in turn. */
  | { kind: 'bars'; bars: readonly number[]; rect: Rect; effect: Effect }
  /** The dark modules of a symbol that fills `rect`; every module has the same whole number of dots across and down. */
  | { kind: 'modules'; symbol: MatrixSymbol; rect: Rect; effect: Effect }
  | { kind: 'path'; path: Path; effect: Effect };

/** How large a bitmap is, in dots: what is drawn upon it takes no longer for what lies beside it. */
type Sides = Pick<Bitmap, 'width' | 'height'>;

/** An object of a label, ready to be drawn. */
export interface Drawing {
  /** Where it goes on the label. */
  placement: Placement;
  /** Its extent in its own dots; the upper left corner of what its anchor belongs to is at 0, 0. */
  extent: Rect;
  /** By how many dots its content is larger than the width and height that it was given; undefined when it fits. */
  overflow?: { x: number; y: number };
  marks: Mark[];
}

/** The part of the label that the drawing takes up, in the label's dots. */
export function drawingExtent({ placement, extent }: Drawing): Rect {
  return placeRect(placement, extent);
}

/** Draws upon a bitmap that stands for the label placed with `label`. Throws a `LabelFault` before it would take too long. */
export function drawAll(canvas: Bitmap, label: Placement, drawings: readonly Drawing[]): void {
  checkEffort(drawings.map((drawing) => effortOf(canvas, label, drawing)));
  for (const drawing of drawings) drawUpon(canvas, label, drawing);
}

/** Draws one drawing upon such a bitmap, whatever it takes. */
export function drawUpon(canvas: Bitmap, label: Placement, drawing: Drawing): void {
  const placement = composePlacements(label, drawing.placement);
  for (const mark of drawing.marks) drawMark(canvas, placement, mark);
}

/** What drawing it upon such a bitmap takes, in about how many dots are touched. */
export function effortOf(canvas: Sides, label: Placement, drawing: Drawing): number {
  const placement = composePlacements(label, drawing.placement);
  return drawing.marks.reduce((sum, mark) => sum + markEffort(canvas, placement, mark), 0);
}

/** Throws a `LabelFault` when drawings together take too long. */
export function checkEffort(efforts: readonly number[]): void {
  const effort = efforts.reduce((sum, each) => sum + each, 0);
  if (effort > MOST_EFFORT) throw new LabelFault('/objs', `The objects of the label cover more than ${MOST_EFFORT / 1e9} billion dots`);
}

/** Those that lie on the canvas, and for outlines also what following their sides costs. */
function markEffort(canvas: Sides, placement: Placement, mark: Mark): number {
  if (mark.kind === 'path') return pathEffort(canvas, mark.path) + dotsWithin(canvas, placeRect(placement, pathExtent(mark.path)));
  if (mark.kind === 'bitmap') return mark.bitmap.width * mark.bitmap.height;
  return dotsWithin(canvas, placeRect(placement, mark.rect));
}

function pathEffort(canvas: Sides, path: Path): number {
  const longest = Math.max(canvas.width, canvas.height);
  let effort = 0;
  for (const contour of path) {
    for (let index = 2; index < contour.length; index += 1) {
      effort += DOTS_PER_CROSSING * Math.min(longest, Math.abs((contour[index] ?? 0) - (contour[index - 2] ?? 0)));
    }
  }
  return effort;
}

function dotsWithin({ width, height }: Sides, rect: Rect): number {
  const across = Math.min(width, rect.left + rect.width) - Math.max(0, rect.left);
  const down = Math.min(height, rect.top + rect.height) - Math.max(0, rect.top);
  return Math.max(0, across) * Math.max(0, down);
}

function drawMark(canvas: Bitmap, placement: Placement, mark: Mark): void {
  const { effect } = mark;
  switch (mark.kind) {
    case 'rect':
      return fillRect(canvas, placeRect(placement, mark.rect), effect);
    case 'bars':
      return stampBars(canvas, { bars: mark.bars, area: placeRect(placement, mark.rect), turns: placement.turns, effect });
    case 'modules':
      return stampModules(canvas, { symbol: mark.symbol, area: placeRect(placement, mark.rect), turns: placement.turns, effect });
    case 'path':
      return fillPath(canvas, placePath(placement, mark.path), effect);
    case 'bitmap': {
      const { width, height } = mark.bitmap;
      const { left, top } = placeRect(placement, { left: mark.left, top: mark.top, width, height });
      return blit(canvas, rotateBitmap(mark.bitmap, placement.turns), { left, top, effect });
    }
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
