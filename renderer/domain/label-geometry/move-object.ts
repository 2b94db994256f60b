import { isGroup, mapChildren, roundLength, type Box, type DesignObject } from '../label-document/design-object.ts';

interface Point {
  x: number;
  y: number;
}

/** The object moved by millimetres; a group with its children. An object without a readable position stays. */
export function moveObject(object: DesignObject, { x, y }: Point): DesignObject {
  if (x === 0 && y === 0) return object;
  return mapPoints(object, (point) => ({ x: point.x + x, y: point.y + y }));
}

/**
 * The object rotated clockwise by 90° around a point; the objects of a group around the same point. An object with an invalid position or
 * rotation stays.
 */
export function rotateObject(object: DesignObject, centre: Point): DesignObject {
  if (isGroup(object)) return mapChildren(object, (child) => rotateObject(child, centre));
  const rotation = object['type'] === 'PolyLine' ? 0 : rotationOf(object);
  if (rotation === undefined) return object;
  const turned = mapPoints(object, ({ x, y }) => ({ x: centre.x - (y - centre.y), y: centre.y + (x - centre.x) }));
  return turned === object || object['type'] === 'PolyLine' ? turned : withRotation(turned, (rotation + 90) % 360);
}

function withRotation(object: DesignObject, rotation: number): DesignObject {
  const { rotation: _before, ...rest } = object;
  return rotation === 0 ? rest : { ...rest, rotation };
}

/** Undefined if the rotation is not a multiple of 90°. */
function rotationOf({ rotation = 0 }: DesignObject): number | undefined {
  return typeof rotation === 'number' && [0, 90, 180, 270].includes(rotation) ? rotation : undefined;
}

/** The object with each of its points mapped, in millimetres; the same object if its points cannot be read. */
export function mapPoints(object: DesignObject, map: (point: Point) => Point): DesignObject {
  if (isGroup(object)) return mapChildren(object, (child) => mapPoints(child, map));
  if (object['type'] === 'PolyLine') {
    const points = isLine(object['points']) ? mapLine(object['points'], map) : undefined;
    return points ? { ...object, points } : object;
  }
  const { x, y } = object;
  if (!isLength(x) || !isLength(y)) return object;
  const mapped = map({ x, y });
  return { ...object, x: roundLength(mapped.x), y: roundLength(mapped.y) };
}

/** Alternating x and y coordinates. */
export function mapLine(points: readonly number[], map: (point: Point) => Point): number[] {
  const mapped: number[] = [];
  for (let index = 0; index + 1 < points.length; index += 2) {
    const { x, y } = map({ x: points[index] ?? 0, y: points[index + 1] ?? 0 });
    mapped.push(roundLength(x), roundLength(y));
  }
  return mapped;
}

function isLine(points: unknown): points is number[] {
  return Array.isArray(points) && points.length % 2 === 0 && points.every(isLength);
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** The smallest box around all boxes; undefined if there are none. */
export function boxAround(boxes: readonly Box[]): Box | undefined {
  const [first] = boxes;
  if (!first) return undefined;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
