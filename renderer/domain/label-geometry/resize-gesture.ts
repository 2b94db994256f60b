import { ANCHOR_SHARES, wholeDots, type Positioned } from '#rendering/objects/object-context.ts';
import { roundLength, type Box, type DesignObject } from '../label-document/design-object.ts';

type Axis = 'x' | 'y';
type Along = Record<Axis, number>;

/** A resize by the handles of an object. Millimetres. */
export interface Resize {
  /** The drawn box before the resize. */
  from: Box;
  to: Box;
  /** Dots per millimetre of the label. */
  resolution: Along;
}

/** The same along the object's own axes: the lines of an object that is rotated by 90° run down the label. */
export interface LocalResize {
  /** Whether the resize changes its length. */
  isResized: Record<Axis, boolean>;
  before: Along;
  length: Along;
  resolution: Along;
}

/** The object's new size keys, and the size in which it is then drawn, along its own axes in millimetres. */
export interface Measures {
  keys: DesignObject;
  size: Along;
}

/** The tolerance for floating-point noise: smaller differences are ignored. */
const MICROMETRE = 0.001;
/** The minimum size, in millimetres. */
const LEAST = 0.05;

/** A length for the document, in millimetres, at least the minimum. */
export function atLeastMinimum(length: number): number {
  return Math.max(LEAST, roundLength(length));
}

/** Whether both boxes have an area. */
export function isPossible({ from, to }: Resize): boolean {
  return [from.width, from.height, to.width, to.height].every((side) => Number.isFinite(side) && side > 0);
}

export function toLocalResize(object: Positioned, { from, to, resolution }: Resize): LocalResize {
  const [x, y] = [between(from, to, 'x'), between(from, to, 'y')];
  const [across, down] = isLying(object) ? ([y, x] as const) : ([x, y] as const);
  return {
    isResized: { x: across.isResized, y: down.isResized },
    before: { x: across.from.length, y: down.from.length },
    length: { x: across.to.length, y: down.to.length },
    resolution: isLying(object) ? { x: resolution.y, y: resolution.x } : resolution,
  };
}

interface Span {
  start: number;
  length: number;
}

/** The change of one side of a box along an axis of the label. */
export interface Stretch {
  from: Span;
  to: Span;
  isResized: boolean;
}

export function between(from: Box, to: Box, axis: Axis): Stretch {
  const [before, after] = [spanOf(from, axis), spanOf(to, axis)];
  return { from: before, to: after, isResized: !isNear(before.length, after.length) };
}

function spanOf(box: Box, axis: Axis): Span {
  return { start: box[axis], length: axis === 'x' ? box.width : box.height };
}

/**
 * The start of something of this length within the resized side. An end that did not move stays; if both moved, the free space is split by
 * the anchor's share.
 */
export function startWithin({ from, to }: Stretch, length: number, share: number): number {
  if (isNear(from.start, to.start)) return to.start;
  if (isNear(from.start + from.length, to.start + to.length)) return to.start + to.length - length;
  return to.start + share * (to.length - length);
}

/**
 * The anchor's position once the object is drawn in this size, given along its own axes in millimetres. Unchanged along an axis that was
 * not resized.
 */
export function anchorPoint(object: Positioned, { from, to, resolution }: Resize, size: Along): Along {
  const [x, y] = anchorsOf(object);
  const [across, down] = isLying(object) ? [size.y, size.x] : [size.x, size.y];
  return {
    x: pointAlong(between(from, to, 'x'), { at: object.x, length: across, anchor: x, resolution: resolution.x }),
    y: pointAlong(between(from, to, 'y'), { at: object.y, length: down, anchor: y, resolution: resolution.y }),
  };
}

interface Anchored {
  at: number;
  length: number;
  anchor: Anchor;
  resolution: number;
}

function pointAlong(stretch: Stretch, { at, length, anchor, resolution }: Anchored): number {
  const { from, to, isResized } = stretch;
  if (!isResized) return isNear(from.start, to.start) ? at : roundLength(at + to.start - from.start);
  const start = startWithin(stretch, length, anchor.share);
  const point = roundLength(start + anchor.share * length);
  if (anchor.share !== 0.5) return point;
  // The middle of an odd number of dots lies within a dot: choose the side for which the drawn box starts at the requested position.
  const half = wholeDots(length, resolution) / 2;
  const dot = Math.round(start * resolution) + (anchor.isFlipped ? Math.ceil(half) : Math.floor(half));
  return Math.round(point * resolution) === dot ? point : roundLength(dot / resolution);
}

/** The position of an object's anchor in its drawn box, along an axis of the label. */
interface Anchor {
  share: number;
  /** Measured from the far end, because the object is rotated. */
  isFlipped: boolean;
}

function anchorsOf({ hAnchor = 'LEFT', vAnchor = 'TOP', rotation = 0 }: Positioned): [x: Anchor, y: Anchor] {
  const along = { share: ANCHOR_SHARES[hAnchor], isFlipped: false };
  const down = { share: ANCHOR_SHARES[vAnchor], isFlipped: false };
  if (rotation === 90) return [flipped(down), along];
  if (rotation === 180) return [flipped(along), flipped(down)];
  return rotation === 270 ? [down, flipped(along)] : [along, down];
}

function flipped({ share }: Anchor): Anchor {
  return { share: 1 - share, isFlipped: true };
}

function isLying({ rotation }: Positioned): boolean {
  return rotation === 90 || rotation === 270;
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= MICROMETRE;
}
