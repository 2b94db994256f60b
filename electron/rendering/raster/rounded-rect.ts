import type { Rect } from './fill-rect.ts';
import type { Contour } from './path.ts';

/** The outline of a rectangle with elliptic corners; corners with radii of 0 are sharp. */
export function roundedRect(rect: Rect, radius: { x: number; y: number }, direction: 'clockwise' | 'counterclockwise'): Contour {
  const right = rect.left + rect.width;
  const bottom = rect.top + rect.height;
  const centres = [
    [right - radius.x, rect.top + radius.y],
    [right - radius.x, bottom - radius.y],
    [rect.left + radius.x, bottom - radius.y],
    [rect.left + radius.x, rect.top + radius.y],
  ] as const;
  const steps = Math.max(1, Math.ceil(Math.sqrt(Math.max(radius.x, radius.y)) * 4));
  const points: [number, number][] = [];
  for (const [corner, [x, y]] of centres.entries()) {
    for (let step = 0; step <= steps; step += 1) {
      const angle = ((corner - 1 + step / steps) * Math.PI) / 2;
      points.push([x + radius.x * Math.cos(angle), y + radius.y * Math.sin(angle)]);
    }
  }
  if (direction === 'counterclockwise') points.reverse();
  return points.flat();
}
