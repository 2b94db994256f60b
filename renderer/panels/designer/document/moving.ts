import { isGroup, numberOf, objectsOf, tidy, type Box, type DesignObject } from './design-object.ts';

/** The object moved by millimetres; a group with all that is in it. */
export function movedBy(object: DesignObject, { x, y }: { x: number; y: number }): DesignObject {
  if (x === 0 && y === 0) return object;
  return mapPoints(object, (point) => ({ x: point.x + x, y: point.y + y }));
}

/** The object turned clockwise by a quarter around a point; every object of a group around the same. */
export function turnedAround(object: DesignObject, centre: { x: number; y: number }): DesignObject {
  const turned = mapPoints(object, ({ x, y }) => ({ x: centre.x - (y - centre.y), y: centre.y + (x - centre.x) }));
  return turnEach(turned);
}

function turnEach(object: DesignObject): DesignObject {
  if (isGroup(object)) return { ...object, children: objectsOf(object, 'children').map(turnEach) };
  if (object['type'] === 'PolyLine') return object;
  const rotation = (numberOf(object, 'rotation') + 90) % 360;
  const { rotation: _before, ...rest } = object;
  return rotation === 0 ? rest : { ...rest, rotation };
}

/** The object with each of its points, in millimetres, put elsewhere. */
export function mapPoints(object: DesignObject, map: (point: { x: number; y: number }) => { x: number; y: number }): DesignObject {
  if (isGroup(object)) return { ...object, children: objectsOf(object, 'children').map((child) => mapPoints(child, map)) };
  if (object['type'] === 'PolyLine') return { ...object, points: mapLine(object['points'], map) };
  const { x, y } = map({ x: numberOf(object, 'x'), y: numberOf(object, 'y') });
  return { ...object, x: tidy(x), y: tidy(y) };
}

function mapLine(points: unknown, map: (point: { x: number; y: number }) => { x: number; y: number }): number[] {
  const numbers = Array.isArray(points) ? points.map(Number) : [];
  const mapped: number[] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const { x, y } = map({ x: numbers[index] ?? 0, y: numbers[index + 1] ?? 0 });
    mapped.push(tidy(x), tidy(y));
  }
  return mapped;
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
