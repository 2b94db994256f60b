import type { Box } from '#renderer/panels/designer/document/design-object.ts';
import { LabelSheet } from '#rendering/sheet/label-sheet.ts';
import { fonts, labelOf, TEN_PER_MM, VALUES } from '../../../../electron/rendering/drawing-support.ts';

/** Side of a dot of the printer that areas are measured on, in millimetres. */
export const DOT = 0.1;

/** Where an object is drawn, in millimetres. Throws for one that cannot be drawn. */
export function drawnArea(object: unknown): Box {
  const sheet = new LabelSheet(TEN_PER_MM, fonts);
  sheet.take(labelOf([object]), VALUES);
  const [part] = sheet.parts;
  if (!part) throw new Error('The object draws nothing');
  if (part.fault) throw part.fault;
  const { left, top, width, height } = part.area;
  return { x: left * DOT, y: top * DOT, width: width * DOT, height: height * DOT };
}

/** By how many dots the sides of two boxes differ at most. */
export function dotsApart(one: Box, other: Box): number {
  const sides = ({ x, y, width, height }: Box) => [x, y, x + width, y + height];
  const others = sides(other);
  return Math.max(...sides(one).map((side, index) => Math.abs(side - (others[index] ?? NaN)))) / DOT;
}
