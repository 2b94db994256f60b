import type { Drawing } from '../../raster/drawing.ts';
import type { Rect } from '../../raster/fill-rect.ts';

/** A drawing on a label and the area that it covers. */
export interface PaintedDrawing {
  drawing: Drawing;
  area: Rect;
}

/** With more areas than this, everything is redrawn. */
const MAX_AREAS = 64;

/**
 * The areas in which a label's dots may differ between two lists of drawings, compared by identity: removed and added drawings, or all if
 * the remaining ones changed their order.
 */
export function changedAreas(before: readonly PaintedDrawing[], now: readonly PaintedDrawing[]): readonly Rect[] | 'all' {
  const first = sameAtStart(before, now);
  const last = sameAtEnd(before.slice(first), now.slice(first));
  return areasBetween(before.slice(first, before.length - last), now.slice(first, now.length - last));
}

/** Number of equal drawings at the start of both lists. */
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
  return changed.length > MAX_AREAS ? 'all' : changed.map(({ area }) => area);
}
