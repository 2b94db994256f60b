import type { EllipseObject, RectObject } from '#contract/api-v3/label.ts';
import type { ShapeField } from './label-field.ts';
import type { Parameters } from '../syntax/command-parameters.ts';
import { WHOLE_FRAME, type FieldOrigin } from './field-placement.ts';
import { NOWHERE, toMillimetres, type Density, type MadeObject } from './zpl-object.ts';

/** The rounding is a number of eighths of half the shorter side. */
const ROUNDINGS = 8;

interface Box {
  width: number;
  height: number;
  line: number;
}

type Color = 'B' | 'W';
const COLORS: readonly Color[] = ['B', 'W'];

/** A `^GB`: a box, filled if its lines meet. */
export function boxShape(parameters: Parameters, density: Density): ShapeField {
  const line = parameters.dots(2, 1, 1);
  const box = { width: parameters.dots(0, line, line), height: parameters.dots(1, line, line), line };
  const color = parameters.letter(3, COLORS, 'B');
  const rounding = parameters.number(4, { silent: 0, least: 0, most: ROUNDINGS });
  const radius = ((rounding / ROUNDINGS) * Math.min(box.width, box.height)) / 2;
  const object: RectObject = { type: 'Rect', ...NOWHERE, ...sides(box, color, density) };
  if (radius > 0) object.cornerRadius = toMillimetres(radius, density);
  const isDark = isFilled(box) && color === 'B';
  return { command: parameters.command, made: made(object), dark: isDark ? { width: box.width, height: box.height } : undefined };
}

/** A `^GC`: a circle. */
export function circleShape(parameters: Parameters, density: Density): ShapeField {
  const side = parameters.dots(0, 3, 3);
  const box = { width: side, height: side, line: parameters.dots(1, 1, 1) };
  return ellipse(parameters, sides(box, parameters.letter(2, COLORS, 'B'), density));
}

/** A `^GE`: an ellipse. */
export function ellipseShape(parameters: Parameters, density: Density): ShapeField {
  const box = { width: parameters.dots(0, 3, 3), height: parameters.dots(1, 3, 3), line: parameters.dots(2, 1, 1) };
  return ellipse(parameters, sides(box, parameters.letter(3, COLORS, 'B'), density));
}

/** A `^GD`: a diagonal line. Its thickness is measured along the rows, as the printer draws it. */
export function diagonalShape(parameters: Parameters, density: Density): ShapeField {
  const thickness = parameters.dots(2, 1, 1);
  const [width, height] = [parameters.dots(0, thickness, 3), parameters.dots(1, thickness, 3)];
  const color = parameters.letter(3, COLORS, 'B');
  const isFalling = parameters.text(4).toUpperCase() === 'L' || parameters.text(4) === '\\';
  const line = Math.max(1, (thickness * height) / Math.hypot(width, height));
  const draw = (origin: FieldOrigin): ReturnType<Extract<ShapeField, { draw: unknown }>['draw']> => {
    const top = origin.isBase ? origin.y - height : origin.y;
    const left = (origin.isRight ? origin.x - width : origin.x) + thickness / 2;
    const right = left + Math.max(1, width - thickness);
    const ends = isFalling ? [left, top, right, top + height] : [left, top + height, right, top];
    const points = ends.map((dots) => toMillimetres(dots, density));
    const object = { type: 'PolyLine' as const, points, lineWidth: toMillimetres(line, density), color: COLOR_NAMES[color] };
    return { object, inside: { x: (left + right) / 2, y: top + height / 2 } };
  };
  return { command: parameters.command, draw };
}

const COLOR_NAMES = { B: 'black', W: 'white' } as const;

function sides(box: Box, color: Color, density: Density): Pick<RectObject, 'width' | 'height' | 'lineWidth' | 'lineColor' | 'fillColor'> {
  const size = { width: toMillimetres(box.width, density), height: toMillimetres(box.height, density) };
  const name = COLOR_NAMES[color];
  return isFilled(box) ? { ...size, fillColor: name } : { ...size, lineWidth: toMillimetres(box.line, density), lineColor: name };
}

function isFilled({ width, height, line }: Box): boolean {
  return 2 * line >= Math.min(width, height);
}

function ellipse(
  parameters: Parameters,
  sides: Pick<EllipseObject, 'width' | 'height' | 'lineWidth' | 'lineColor' | 'fillColor'>,
): ShapeField {
  return { command: parameters.command, made: made({ type: 'Ellipse', ...NOWHERE, ...sides }) };
}

function made(object: RectObject | EllipseObject): MadeObject {
  return { object, orientation: 'N', frame: WHOLE_FRAME };
}
