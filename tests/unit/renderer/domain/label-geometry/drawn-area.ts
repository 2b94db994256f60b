import type { Box } from '#renderer/domain/label-document/design-object.ts';
import { LabelPreview } from '#rendering/label/preview/label-preview.ts';
import { fonts, labelOf, TEN_PER_MM, VALUES } from '../../../electron/rendering/drawing-support.ts';

/** The size of a dot of the printer that areas are measured on, in millimetres. */
export const DOT = 0.1;

/** The drawn box of an object, in millimetres. Throws if it cannot be drawn. */
export function drawnArea(object: unknown): Box {
  const sheet = new LabelPreview(TEN_PER_MM, fonts);
  sheet.update(labelOf([object]), VALUES);
  const [part] = sheet.parts;
  if (!part) throw new Error('The object draws nothing');
  if (part.fault) throw part.fault;
  const { left, top, width, height } = part.area;
  return { x: left * DOT, y: top * DOT, width: width * DOT, height: height * DOT };
}

/** The largest difference between the sides of two boxes, in dots. */
export function dotsApart(one: Box, other: Box): number {
  const sides = ({ x, y, width, height }: Box) => [x, y, x + width, y + height];
  const others = sides(other);
  return Math.max(...sides(one).map((side, index) => Math.abs(side - (others[index] ?? NaN)))) / DOT;
}
