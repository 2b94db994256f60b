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
  const had = new Set(before.map(({ drawing }) => drawing));
  const has = new Set(now.map(({ drawing }) => drawing));
  const stayed = before.filter(({ drawing }) => has.has(drawing));
  const staying = now.filter(({ drawing }) => had.has(drawing));
  if (stayed.some(({ drawing }, index) => staying[index]?.drawing !== drawing)) return 'all';
  const changed = [...before.filter(({ drawing }) => !has.has(drawing)), ...now.filter(({ drawing }) => !had.has(drawing))];
  return changed.length > MOST_AREAS ? 'all' : changed.map(({ area }) => area);
}
