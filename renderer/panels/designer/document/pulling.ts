import { ANCHOR_SHARES, wholeDots, type Positioned } from '#rendering/objects/object-context.ts';
import { tidy, type Box, type DesignObject } from './design-object.ts';

type Axis = 'x' | 'y';
type Along = Record<Axis, number>;

/** What a hand does to an object at its handles. Millimetres. */
export interface Pull {
  /** Where the object is drawn before. */
  from: Box;
  to: Box;
  /** Dots per millimetre of the label. */
  resolution: Along;
}

/** The same along the object's own axes: its lines run down the label when it is turned by a quarter. */
export interface OwnPull {
  /** Whether it is made longer or shorter. */
  isPulled: Record<Axis, boolean>;
  before: Along;
  length: Along;
  resolution: Along;
}

/** What an object says of its size from now on, and the size that it is drawn in: along its own axes, in millimetres. */
export interface Measures {
  keys: DesignObject;
  size: Along;
}

/** Computing with millimetres makes noise: what differs by less is the same. */
const MICROMETRE = 0.001;
/** Nothing is made so small that nothing is left of it. */
const LEAST = 0.05;

/** A length as an object has it, in millimetres. */
export function least(length: number): number {
  return Math.max(LEAST, tidy(length));
}

/** Whether both boxes have an inside. */
export function isPossible({ from, to }: Pull): boolean {
  return [from.width, from.height, to.width, to.height].every((side) => Number.isFinite(side) && side > 0);
}

export function ownPull(object: Positioned, { from, to, resolution }: Pull): OwnPull {
  const [x, y] = [between(from, to, 'x'), between(from, to, 'y')];
  const [across, down] = isLying(object) ? ([y, x] as const) : ([x, y] as const);
  return {
    isPulled: { x: across.isPulled, y: down.isPulled },
    before: { x: across.from.length, y: down.from.length },
    length: { x: across.to.length, y: down.to.length },
    resolution: isLying(object) ? { x: resolution.y, y: resolution.x } : resolution,
  };
}

interface Span {
  start: number;
  length: number;
}

/** What becomes of one side of a box, along an axis of the label. */
export interface Stretch {
  from: Span;
  to: Span;
  isPulled: boolean;
}

export function between(from: Box, to: Box, axis: Axis): Stretch {
  const [before, after] = [spanOf(from, axis), spanOf(to, axis)];
  return { from: before, to: after, isPulled: !isNear(before.length, after.length) };
}

function spanOf(box: Box, axis: Axis): Span {
  return { start: box[axis], length: axis === 'x' ? box.width : box.height };
}

/**
 * Where something of this length begins in what was pulled: an end that nobody pulled stays where it is. Where both ends moved, what is left
 * free is shared out as the anchor is.
 */
export function startWithin({ from, to }: Stretch, length: number, share: number): number {
  if (isNear(from.start, to.start)) return to.start;
  if (isNear(from.start + from.length, to.start + to.length)) return to.start + to.length - length;
  return to.start + share * (to.length - length);
}

/** The anchor's point once the object is drawn in this size, given along its own axes in millimetres. Where nothing was pulled it is kept. */
export function anchorPoint(object: Positioned, { from, to, resolution }: Pull, size: Along): Along {
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
  const { from, to, isPulled } = stretch;
  if (!isPulled) return isNear(from.start, to.start) ? at : tidy(at + to.start - from.start);
  const start = startWithin(stretch, length, anchor.share);
  const point = tidy(start + anchor.share * length);
  if (anchor.share !== 0.5) return point;
  // The middle of an odd number of dots lies in a dot: the point goes to the side where the drawn box begins with the wished one.
  const half = wholeDots(length, resolution) / 2;
  const dot = Math.round(start * resolution) + (anchor.isFlipped ? Math.ceil(half) : Math.floor(half));
  return Math.round(point * resolution) === dot ? point : tidy(dot / resolution);
}

/** Where in its drawn box an object's anchor lies, along an axis of the label. */
interface Anchor {
  share: number;
  /** Counted from the far end, because the object is turned. */
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
