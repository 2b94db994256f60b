import type { Bitmap } from './bitmap.ts';
import { blit } from './blit.ts';
import { fillPath } from './fill-path.ts';
import { fillRect } from './fill-rect.ts';
import type { Effect, Rect } from './fill-rect.ts';
import { LabelFault } from '../document/label-fault.ts';
import { pathExtent } from './path.ts';
import type { Path } from './path.ts';
import { composePlacements, placePoint, placeRect } from './placement.ts';
import type { Placement } from './placement.ts';
import { rotateBitmap } from './rotate.ts';
import { stampBars, stampModules } from './stamp.ts';
import type { Modules } from './stamp.ts';

/** Ordinary labels touch each dot a few times; this is twenty times the largest label. */
const MAX_EFFORT = 4_000_000_000;
const DOTS_PER_CROSSING = 32;

/** One thing to draw, in the dots of its object before rotation and placement. */
export type Mark =
  | { kind: 'bitmap'; bitmap: Bitmap; left: number; top: number; effect: Effect }
  | { kind: 'rect'; rect: Rect; effect: Effect }
  /** Adjacent bars in `rect`, which is as wide as all of them: alternating start and width. */
  | { kind: 'bars'; bars: readonly number[]; rect: Rect; effect: Effect }
  /** The dark modules of a symbol that fills `rect`; every module is a whole number of dots wide and high. */
  | { kind: 'modules'; symbol: Modules['symbol']; rect: Rect; effect: Effect }
  | { kind: 'path'; path: Path; effect: Effect };

/** Size of a bitmap in dots. Parts outside of it cost no effort. */
type Sides = Pick<Bitmap, 'width' | 'height'>;

/** An object of a label, ready to be drawn. */
export interface Drawing {
  /** Its placement on the label. */
  placement: Placement;
  /** Its extent in its own dots; the origin is the upper left corner of the box that its anchor refers to. */
  extent: Rect;
  /** Dots by which the content exceeds the given width and height; undefined if it fits. */
  overflow?: { x: number; y: number };
  marks: Mark[];
}

/** The area of the drawing in the label's dots. */
export function drawingExtent({ placement, extent }: Drawing): Rect {
  return placeRect(placement, extent);
}

/** Draws on a bitmap that shows the label at placement `label`. Throws a `LabelFault` in advance if that would take too long. */
export function drawAll(canvas: Bitmap, label: Placement, drawings: readonly Drawing[]): void {
  checkEffort(drawings.map((drawing) => effortOf(canvas, label, drawing)));
  for (const drawing of drawings) drawOnto(canvas, label, drawing);
}

/** Draws a single drawing without an effort limit. */
export function drawOnto(canvas: Bitmap, label: Placement, drawing: Drawing): void {
  const placement = composePlacements(label, drawing.placement);
  for (const mark of drawing.marks) drawMark(canvas, placement, mark);
}

/** Approximate number of dots touched by drawing it on such a bitmap. */
export function effortOf(canvas: Sides, label: Placement, drawing: Drawing): number {
  const placement = composePlacements(label, drawing.placement);
  return drawing.marks.reduce((sum, mark) => sum + markEffort(canvas, placement, mark), 0);
}

/** Throws a `LabelFault` if drawings together take too long. */
export function checkEffort(efforts: readonly number[]): void {
  const effort = efforts.reduce((sum, each) => sum + each, 0);
  if (effort > MAX_EFFORT) throw new LabelFault('/objs', `The objects of the label cover more than ${MAX_EFFORT / 1e9} billion dots`);
}

/** The dots within the canvas; for outlines also the cost of following their edges. */
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
