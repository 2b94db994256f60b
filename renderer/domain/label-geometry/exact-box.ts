import type { DrawnObject } from '#rendering/document/locate-objects.ts';
import type { Box } from '../label-document/design-object.ts';

/**
 * The box of an object according to its document, if the document has one. The drawn box lies on whole dots: a box that is placed at 20 mm
 * and snapped to must give 20, not the middle of the next dot.
 */
export function exactBox(object: DrawnObject, drawn: Box, resolution: { x: number; y: number }): Box {
  if (object.type === 'PolyLine') return drawn;
  const x = drawn.x + object.x - Math.round(object.x * resolution.x) / resolution.x;
  const y = drawn.y + object.y - Math.round(object.y * resolution.y) / resolution.y;
  if (object.type !== 'Rect' && object.type !== 'Ellipse' && object.type !== 'StaticBitmap') return { ...drawn, x, y };
  const isLying = object.rotation === 90 || object.rotation === 270;
  const [width, height] = isLying ? [object.height, object.width] : [object.width, object.height];
  // The anchor stays; the rounding error is distributed over the other sides.
  const share = { x: (object.x - x) / drawn.width, y: (object.y - y) / drawn.height };
  return { x: object.x - anchorShare(share.x) * width, y: object.y - anchorShare(share.y) * height, width, height };
}

/** Anchors are at the sides or in the middle. */
function anchorShare(share: number): number {
  return Math.min(1, Math.max(0, Math.round(share * 2) / 2));
}
