import type { DrawnObject } from '#rendering/label-objects.ts';
import type { Box } from './design-object.ts';

/**
 * The box of an object as its document says it, where it says it. What is drawn lies on whole dots: somebody who puts a box at 20 mm and pulls
 * another one to its edge wants 20, and not the middle of the next dot.
 */
export function exactBox(object: DrawnObject, drawn: Box, resolution: { x: number; y: number }): Box {
  if (object.type === 'PolyLine') return drawn;
  const x = drawn.x + object.x - Math.round(object.x * resolution.x) / resolution.x;
  const y = drawn.y + object.y - Math.round(object.y * resolution.y) / resolution.y;
  if (object.type !== 'Rect' && object.type !== 'Ellipse' && object.type !== 'StaticBitmap') return { ...drawn, x, y };
  const isLying = object.rotation === 90 || object.rotation === 270;
  const [width, height] = isLying ? [object.height, object.width] : [object.width, object.height];
  // The anchor stays where it is; what rounding took away or added lies on the other sides of it.
  const share = { x: (object.x - x) / drawn.width, y: (object.y - y) / drawn.height };
  return { x: object.x - near(share.x) * width, y: object.y - near(share.y) * height, width, height };
}

/** Anchors lie at the sides or in the middle. */
function near(share: number): number {
  return Math.min(1, Math.max(0, Math.round(share * 2) / 2));
}
