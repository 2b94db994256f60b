import { isGroup, mapChildren, tidy, type Box, type DesignObject } from './design-object.ts';

interface Point {
  x: number;
  y: number;
}

/** The object moved by millimetres; a group with all that is in it. What has no place that can be read stays as it is. */
export function movedBy(object: DesignObject, { x, y }: Point): DesignObject {
  if (x === 0 && y === 0) return object;
  return mapPoints(object, (point) => ({ x: point.x + x, y: point.y + y }));
}

/** The object turned clockwise by a quarter around a point; every object of a group around the same. What is placed or turned wrongly stays. */
export function turnedAround(object: DesignObject, centre: Point): DesignObject {
  if (isGroup(object)) return mapChildren(object, (child) => turnedAround(child, centre));
  const rotation = object['type'] === 'PolyLine' ? 0 : rotationOf(object);
  if (rotation === undefined) return object;
  const turned = mapPoints(object, ({ x, y }) => ({ x: centre.x - (y - centre.y), y: centre.y + (x - centre.x) }));
  return turned === object || object['type'] === 'PolyLine' ? turned : withRotation(turned, (rotation + 90) % 360);
}

function withRotation(object: DesignObject, rotation: number): DesignObject {
  const { rotation: _before, ...rest } = object;
  return rotation === 0 ? rest : { ...rest, rotation };
}

/** Undefined for what is no quarter of a turn. */
function rotationOf({ rotation = 0 }: DesignObject): number | undefined {
  return typeof rotation === 'number' && [0, 90, 180, 270].includes(rotation) ? rotation : undefined;
}

/** The object with each of its points, in millimetres, put elsewhere; the very same when its points cannot be read. */
export function mapPoints(object: DesignObject, map: (point: Point) => Point): DesignObject {
  if (isGroup(object)) return mapChildren(object, (child) => mapPoints(child, map));
  if (object['type'] === 'PolyLine') {
    const points = isLine(object['points']) ? mapLine(object['points'], map) : undefined;
    return points ? { ...object, points } : object;
  }
  const { x, y } = object;
  if (!isLength(x) || !isLength(y)) return object;
  const mapped = map({ x, y });
  return { ...object, x: tidy(mapped.x), y: tidy(mapped.y) };
}

/** Coordinates in turn, across and down. */
export function mapLine(points: readonly number[], map: (point: Point) => Point): number[] {
  const mapped: number[] = [];
  for (let index = 0; index + 1 < points.length; index += 2) {
    const { x, y } = map({ x: points[index] ?? 0, y: points[index + 1] ?? 0 });
    mapped.push(tidy(x), tidy(y));
  }
  return mapped;
}

function isLine(points: unknown): points is number[] {
  return Array.isArray(points) && points.length % 2 === 0 && points.every(isLength);
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** The smallest box around some; undefined around none. */
export function boxAround(boxes: readonly Box[]): Box | undefined {
  const [first] = boxes;
  if (!first) return undefined;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
