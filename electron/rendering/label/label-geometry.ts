import type { Label, Rotation } from '#contract/api-v3/label.ts';
import { drawingExtent } from '../raster/drawing.ts';
import type { Drawing } from '../raster/drawing.ts';
import type { Ink } from '../raster/inks.ts';
import type { DotDensity } from '../objects/object-context.ts';
import type { Placement } from '../raster/placement.ts';

const MILLIMETRES_PER_INCH = 25.4;

/** The printer's resolution: horizontal and vertical dots per inch. */
export interface PrintTarget {
  hdpi: number;
  vdpi: number;
  /** The ink of this bitmap; absent for a printer with one ink. */
  ink?: Ink;
}

/** Width and height of a label in dots before rotation; undefined if the content determines them. */
export interface LabelSize {
  width: number | undefined;
  height: number | undefined;
}

/** Rotation and offset of the label on its bitmap. */
export interface LabelPose {
  rotation: Rotation;
  /** Dots by which everything moves up after the rotation; what leaves the bitmap is cut off. */
  rise: number;
}

const MAX_DOTS = 200_000_000;

/** Why a label of that many dots cannot be drawn; undefined if it can. */
export function sizeFault(width: number, height: number): string | undefined {
  if (width * height <= MAX_DOTS) return undefined;
  return `The label has ${width} x ${height} dots; at most ${MAX_DOTS / 1e6} million can be drawn`;
}

/** Geometry of a label on a printer. */
export interface LabelGeometry {
  /** The printer's resolution, or the label's override. */
  target: PrintTarget;
  /** Dots per millimetre along the label's axes, including stretch. */
  resolution: DotDensity;
  pose: LabelPose;
  size: LabelSize;
}

/** Computes size, resolution and pose of a label on a printer. */
export function labelGeometry(label: Label, target: PrintTarget): LabelGeometry {
  const own = { ...target, hdpi: label.hdpi ?? target.hdpi, vdpi: label.vdpi ?? target.vdpi };
  const rotation = label.rotation ?? 'NONE';
  const resolution = labelResolution({ hdpi: own.hdpi * (label.stretch ?? 1), vdpi: own.vdpi }, rotation);
  const pose = { rotation, rise: Math.round(((label.vOffset ?? 0) * own.vdpi) / MILLIMETRES_PER_INCH) };
  const size = { width: sideDots(label.width, resolution.x), height: sideDots(label.height, resolution.y) };
  return { target: own, resolution, pose, size };
}

/** Position of the label's upper left corner on its bitmap, and its rotation. */
export function labelPlacement({ rotation, rise }: LabelPose, width: number, height: number): Placement {
  if (rotation === 'CW90') return { x: height, y: -rise, turns: 1 };
  if (rotation === 'CW180') return { x: width, y: height - rise, turns: 2 };
  if (rotation === 'CCW90') return { x: 0, y: width - rise, turns: 3 };
  return { x: 0, y: -rise, turns: 0 };
}

/** Dots per millimetre along the label's axes. */
function labelResolution({ hdpi, vdpi }: PrintTarget, rotation: Rotation): DotDensity {
  const isUpright = rotation === 'NONE' || rotation === 'CW180';
  return { x: (isUpright ? hdpi : vdpi) / MILLIMETRES_PER_INCH, y: (isUpright ? vdpi : hdpi) / MILLIMETRES_PER_INCH };
}

function sideDots(length: number, resolution: number): number | undefined {
  return length === 0 ? undefined : Math.max(1, Math.round(length * resolution));
}

/** The size with undefined sides set to the extent of the drawings. */
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
