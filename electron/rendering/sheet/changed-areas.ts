import type { Drawing } from '../drawing.ts';
import type { Rect } from '../raster/fill-rect.ts';

/** A drawing on a label, and all that it covers. */
export interface PaintedDrawing {
  drawing: Drawing;
  area: Rect;
}

/** More areas than this are not worth telling apart. */
const MOST_AREAS = 64;

/**
 * Where a label's dots may differ between two lists of drawings, told apart by identity: what left, what came, and everything where those that
 * stayed change their order, because one may lie over the other.
 */
export function changedAreas(before: readonly PaintedDrawing[], now: readonly PaintedDrawing[]): readonly Rect[] | 'all' {
  const first = sameAtStart(before, now);
  const last = sameAtEnd(before.slice(first), now.slice(first));
  return areasBetween(before.slice(first, before.length - last), now.slice(first, now.length - last));
}

/** How many drawings both lists begin with: of hundreds, mostly one changes. */
function sameAtStart(one: readonly PaintedDrawing[], other: readonly PaintedDrawing[]): number {
  const differs = one.findIndex(({ drawing }, index) => drawing !== other[index]?.drawing);
  return differs < 0 ? one.length : differs;
}

function sameAtEnd(one: readonly PaintedDrawing[], other: readonly PaintedDrawing[]): number {
  const differs = one.findLastIndex(({ drawing }, index) => drawing !== other[index + other.length - one.length]?.drawing);
  return one.length - 1 - differs;
}

function areasBetween(before: readonly PaintedDrawing[], now: readonly PaintedDrawing[]): readonly Rect[] | 'all' {
  const had = new Set(before.map(({ drawing }) => drawing));
  const has = new Set(now.map(({ drawing }) => drawing));
  const stayed = before.filter(({ drawing }) => has.has(drawing));
  const staying = now.filter(({ drawing }) => had.has(drawing));
  if (stayed.some(({ drawing }, index) => staying[index]?.drawing !== drawing)) return 'all';
  const changed = [...before.filter(({ drawing }) => !has.has(drawing)), ...now.filter(({ drawing }) => !had.has(drawing))];
  return changed.length > MOST_AREAS ? 'all' : changed.map(({ area }) => area);
}
