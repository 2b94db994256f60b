/** `N` = normal, `R` = rotated clockwise by 90 degrees, `I` by 180, `B` by 270. */
export type Orientation = 'N' | 'R' | 'I' | 'B';
export const ORIENTATIONS = ['N', 'R', 'I', 'B'] as const;

export interface Point {
  x: number;
  y: number;
}

/** The position of a field on the label, in dots. */
export interface FieldOrigin extends Point {
  /** `^FT`: the point is the start of the baseline; otherwise (`^FO`) it is the upper left corner of the rotated field. */
  isBase: boolean;
  /** Whether the point is at the field's right end. */
  isRight: boolean;
}

/** An edge of a field, in dots below the top or the bottom of the object's extent. */
export interface Edge {
  anchor: 'TOP' | 'BOTTOM';
  offset: number;
}

/**
 * The position of the ZPL field within the extent of the label object, before rotation: the extent also contains quiet zones and the space
 * above letters. `left` and `right` are measured from the same side, in dots.
 */
export interface Frame {
  left: number;
  right: number;
  top: Edge;
  bottom: Edge;
  base: Edge;
}

/** A field with the same extent as its object. */
export const WHOLE_FRAME: Frame = {
  left: 0,
  right: 0,
  top: { anchor: 'TOP', offset: 0 },
  bottom: { anchor: 'BOTTOM', offset: 0 },
  base: { anchor: 'BOTTOM', offset: 0 },
};

/** The position of an object, in dots. */
export interface PlacedAt extends Point {
  hAnchor: 'LEFT' | 'RIGHT';
  vAnchor: 'TOP' | 'BOTTOM';
  rotation: 0 | 90 | 180 | 270;
  /** A point of the label inside the field, near its start. */
  inside: Point;
}

const ROTATIONS = { N: 0, R: 90, I: 180, B: 270 } as const;
/** The corner of the unrotated field that is the upper left one after rotation. */
const CORNERS = {
  N: { side: 'LEFT', edge: 'top' },
  R: { side: 'LEFT', edge: 'bottom' },
  I: { side: 'RIGHT', edge: 'bottom' },
  B: { side: 'RIGHT', edge: 'top' },
} as const;
const INSIDE = 3;

/** Places an object so that its field is where a ZPL printer would draw it. */
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
