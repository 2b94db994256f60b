import type { Label, Rotation } from '#contract/api-v3/label.ts';
import { drawingExtent } from './drawing.ts';
import type { Drawing } from './drawing.ts';
import type { Ink } from './inks.ts';
import type { DotDensity } from './objects/object-context.ts';
import type { Placement } from './raster/placement.ts';

const MILLIMETRES_PER_INCH = 25.4;

/** The resolution of the printer: dots per inch across and down. */
export interface PrintTarget {
  hdpi: number;
  vdpi: number;
  /** The ink that this bitmap is printed with; left out for a printer of one ink. */
  ink?: Ink;
}

/** A label's sides in dots before it is turned; undefined where the content decides. */
export interface LabelSize {
  width: number | undefined;
  height: number | undefined;
}

/** How the label lies on its bitmap. */
export interface LabelPose {
  rotation: Rotation;
  /** Dots by which everything is moved up once it is turned; what leaves the bitmap is cut off. */
  rise: number;
}

const MOST_DOTS = 200_000_000;

/** Why a label of so many dots cannot be drawn; undefined when it can. */
export function sizeFault(width: number, height: number): string | undefined {
  if (width * height <= MOST_DOTS) return undefined;
  return `The label has ${width} x ${height} dots; at most ${MOST_DOTS / 1e6} million can be drawn`;
}

/** How a label and a printer's resolution go together. */
export interface LabelGeometry {
  /** The printer's resolution, or the label's own. */
  target: PrintTarget;
  /** Dots per millimetre along the label's own axes, stretch within. */
  resolution: DotDensity;
  pose: LabelPose;
  size: LabelSize;
}

/** Sizes, resolution and pose of a label on a printer. */
export function labelGeometry(label: Label, target: PrintTarget): LabelGeometry {
  const own = { ...target, hdpi: label.hdpi ?? target.hdpi, vdpi: label.vdpi ?? target.vdpi };
  const rotation = label.rotation ?? 'NONE';
  const resolution = labelResolution({ hdpi: own.hdpi * (label.stretch ?? 1), vdpi: own.vdpi }, rotation);
  const pose = { rotation, rise: Math.round(((label.vOffset ?? 0) * own.vdpi) / MILLIMETRES_PER_INCH) };
  const size = { width: sideDots(label.width, resolution.x), height: sideDots(label.height, resolution.y) };
  return { target: own, resolution, pose, size };
}

/** Where the label's upper left corner lies on its bitmap, and how it is turned. */
export function labelPlacement({ rotation, rise }: LabelPose, width: number, height: number): Placement {
  if (rotation === 'CW90') return { x: height, y: -rise, turns: 1 };
  if (rotation === 'CW180') return { x: width, y: height - rise, turns: 2 };
  if (rotation === 'CCW90') return { x: 0, y: width - rise, turns: 3 };
  return { x: 0, y: -rise, turns: 0 };
}

/** Dots per millimetre along the label's own axes. */
function labelResolution({ hdpi, vdpi }: PrintTarget, rotation: Rotation): DotDensity {
  const isUpright = rotation === 'NONE' || rotation === 'CW180';
  return { x: (isUpright ? hdpi : vdpi) / MILLIMETRES_PER_INCH, y: (isUpright ? vdpi : hdpi) / MILLIMETRES_PER_INCH };
}

function sideDots(length: number, resolution: number): number | undefined {
  return length === 0 ? undefined : Math.max(1, Math.round(length * resolution));
}

/** The size with its open sides just large enough for the drawings. */
export function sizeAround(size: LabelSize, drawings: readonly Drawing[]): { width: number; height: number } {
  let [right, bottom] = [1, 1];
  if (size.width === undefined || size.height === undefined) {
    for (const { left, top, width, height } of drawings.map(drawingExtent)) {
      right = Math.max(right, left + width);
      bottom = Math.max(bottom, top + height);
    }
  }
  return { width: size.width ?? right, height: size.height ?? bottom };
}
