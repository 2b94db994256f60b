/** `N` upright, `R` turned clockwise by 90 degrees, `I` by 180, `B` by 270. */
export type Orientation = 'N' | 'R' | 'I' | 'B';
export const ORIENTATIONS = ['N', 'R', 'I', 'B'] as const;

export interface Point {
  x: number;
  y: number;
}

/** Where a field stands on the label, in dots. */
export interface FieldOrigin extends Point {
  /** `^FT`: the point is where its base line begins; else (`^FO`) it is the upper left corner of the field as it is turned. */
  isBase: boolean;
  /** Whether the field ends at the point instead. */
  isRight: boolean;
}

/** An edge of a field across the object: so many dots below the top, or the bottom, of the object's extent. */
export interface Edge {
  anchor: 'TOP' | 'BOTTOM';
  offset: number;
}

/**
 * How the field of a Zebra lies in the extent of our object, before it is turned: an extent also has the quiet zones of codes, or the space
 * above the letters. `left` and `right` count from the same side of the extent, in dots to the right.
 */
export interface Frame {
  left: number;
  right: number;
  top: Edge;
  bottom: Edge;
  base: Edge;
}

/** A field that is just as large as its object. */
export const WHOLE_FRAME: Frame = {
  left: 0,
  right: 0,
  top: { anchor: 'TOP', offset: 0 },
  bottom: { anchor: 'BOTTOM', offset: 0 },
  base: { anchor: 'BOTTOM', offset: 0 },
};

/** Where an object goes, in dots. */
export interface PlacedAt extends Point {
  hAnchor: 'LEFT' | 'RIGHT';
  vAnchor: 'TOP' | 'BOTTOM';
  rotation: 0 | 90 | 180 | 270;
  /** A point of the label that lies inside the field, near where it begins. */
  inside: Point;
}

const ROTATIONS = { N: 0, R: 90, I: 180, B: 270 } as const;
/** The corner of the upright field that is the upper left one once it is turned. */
const CORNERS = {
  N: { side: 'LEFT', edge: 'top' },
  R: { side: 'LEFT', edge: 'bottom' },
  I: { side: 'RIGHT', edge: 'bottom' },
  B: { side: 'RIGHT', edge: 'top' },
} as const;
const INSIDE = 3;

/** Places an object so that its field stands where a Zebra would put it. */
export function placeField(origin: FieldOrigin, frame: Frame, orientation: Orientation): PlacedAt {
  const corner = origin.isBase ? ({ side: 'LEFT', edge: 'base' } as const) : CORNERS[orientation];
  const side = origin.isRight ? OTHER_SIDE[corner.side] : corner.side;
  const edge = frame[corner.edge];
  const across = side === 'LEFT' ? frame.left : frame.right;
  const fromCorner = turn({ x: across, y: edge.offset }, orientation);
  const inward = turn({ x: side === 'LEFT' ? INSIDE : -INSIDE, y: corner.edge === 'top' ? INSIDE : -INSIDE }, orientation);
  return {
    x: origin.x - fromCorner.x,
    y: origin.y - fromCorner.y,
    hAnchor: side,
    vAnchor: edge.anchor,
    rotation: ROTATIONS[orientation],
    inside: { x: origin.x + inward.x, y: origin.y + inward.y },
  };
}

const OTHER_SIDE = { LEFT: 'RIGHT', RIGHT: 'LEFT' } as const;

function turn({ x, y }: Point, orientation: Orientation): Point {
  if (orientation === 'R') return { x: -y, y: x };
  if (orientation === 'I') return { x: -x, y: -y };
  return orientation === 'B' ? { x: y, y: -x } : { x, y };
}
