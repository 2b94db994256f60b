import type { Label, Rotation } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import { attemptLabel, RenderFaults } from './cannot-render.ts';
import { drawAll, drawingExtent } from './drawing.ts';
import type { Drawing } from './drawing.ts';
import type { Ink } from './inks.ts';
import { locateObjects } from './label-objects.ts';
import type { LocatedObject } from './label-objects.ts';
import { prepareBackground } from './objects/background.ts';
import { resolveStatic } from './objects/object-texts.ts';
import { prepareObject } from './objects/prepare-object.ts';
import type { PreparedObject, Surroundings } from './objects/prepare-object.ts';
import type { DotDensity } from './objects/object-context.ts';
import { LabelPictures } from './pictures/label-pictures.ts';
import { createBitmap } from './raster/bitmap.ts';
import type { Bitmap } from './raster/bitmap.ts';
import type { Placement } from './raster/placement.ts';
import { RememberedDrawing } from './remembered-drawing.ts';
import type { FontLibrary } from './text/fonts.ts';
import { WarmLayer } from './warm-layer.ts';

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

/** What is drawn over the static layer with every print: an object whose texts change, or one that lies above such an object. */
export type Layer =
  | { kind: 'static'; drawing: Drawing }
  | { kind: 'variable'; pointer: string; object: LocatedObject['object'] | undefined; mayErase: boolean; remembered: RememberedDrawing };

/**
 * A label prepared for one resolution: everything that is the same in every print is drawn already. Read by `printLabel`, which remembers
 * in it what the last prints drew.
 */
export interface CompiledLabel {
  /** The resolution of its bitmaps: the printer's, or the label's own. */
  readonly target: PrintTarget;
  readonly size: LabelSize;
  readonly pose: LabelPose;
  /** What every print begins with; undefined when only a print's values tell how large the label is. */
  readonly base: Bitmap | undefined;
  /** What the last prints have in common; there when `base` is. */
  readonly warm: WarmLayer | undefined;
  readonly layers: readonly Layer[];
}

const MILLIMETRES_PER_INCH = 25.4;
const MOST_DOTS = 200_000_000;

/** Prepares a label for a printer's resolution. Throws `cannot-render` with one error per object that cannot be drawn. */
export function compileLabel(label: Label, target: PrintTarget, fonts: FontLibrary): CompiledLabel {
  const own = { ...target, hdpi: label.hdpi ?? target.hdpi, vdpi: label.vdpi ?? target.vdpi };
  const rotation = label.rotation ?? 'NONE';
  const resolution = labelResolution({ hdpi: own.hdpi * (label.stretch ?? 1), vdpi: own.vdpi }, rotation);
  const pose = { rotation, rise: Math.round(((label.vOffset ?? 0) * own.vdpi) / MILLIMETRES_PER_INCH) };
  const size = { width: sideDots(label.width, resolution.x), height: sideDots(label.height, resolution.y) };
  const layers = prepareLayers(label, { resolution, fonts, pictures: new LabelPictures(), ink: target.ink ?? 'mono' });
  const isSizeKnown = (size.width !== undefined && size.height !== undefined) || layers.every(({ kind }) => kind === 'static');
  if (!isSizeKnown) return { target: own, size, pose, base: undefined, warm: undefined, layers };
  const { below, above } = splitLayers(layers);
  const fixedSize = sizeAround(size, below);
  const base = drawLayers(fixedSize, pose, below);
  const warm = new WarmLayer(base, labelPlacement(pose, fixedSize.width, fixedSize.height), above.every(isInkOnly));
  return { target: own, size: fixedSize, pose, base, warm, layers: above };
}

/** A bitmap of a label of this size with drawings upon it. Throws `cannot-render` when it would be too large. */
export function drawLayers(size: LabelSize, pose: LabelPose, drawings: readonly Drawing[]): Bitmap {
  const { width, height } = sizeAround(size, drawings);
  const isUpright = pose.rotation === 'NONE' || pose.rotation === 'CW180';
  checkSize(width, height);
  const canvas = isUpright ? createBitmap(width, height) : createBitmap(height, width);
  attemptLabel(() => drawAll(canvas, labelPlacement(pose, width, height), drawings));
  return canvas;
}

/** Where the label's upper left corner lies on its bitmap, and how it is turned. */
function labelPlacement({ rotation, rise }: LabelPose, width: number, height: number): Placement {
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

function prepareLayers(label: Label, surroundings: Surroundings): Layer[] {
  const faults = new RenderFaults();
  const layers: (Layer | undefined)[] = [];
  const { bgColor } = label;
  if (bgColor !== undefined) {
    layers.push(
      faults.attempt({ pointer: '' }, () =>
        toLayer({ pointer: '', object: undefined, prepared: prepareBackground(bgColor, surroundings.ink) }),
      ),
    );
  }
  for (const { pointer, object } of locateObjects(label)) {
    const layer = faults.attempt({ pointer, object }, () => toLayer({ pointer, object, prepared: prepareObject(object, surroundings) }));
    layers.push(layer);
  }
  faults.throwAny();
  return layers.filter((layer) => layer !== undefined);
}

function toLayer(layer: { pointer: string; object: LocatedObject['object'] | undefined; prepared: PreparedObject }): Layer {
  const { pointer, object, prepared } = layer;
  const { draw, isStatic, mayErase } = prepared;
  if (isStatic) return { kind: 'static', drawing: draw(resolveStatic) };
  return { kind: 'variable', pointer, object, mayErase, remembered: new RememberedDrawing(draw) };
}

function isInkOnly(layer: Layer): boolean {
  return layer.kind === 'static' ? layer.drawing.marks.every(({ effect }) => effect === 'ink') : !layer.mayErase;
}

/**
 * Static drawings go below, into the layer that every print begins with. One that lies above a variable object may go below it only when
 * both do nothing but set dots, because then the order does not matter.
 */
function splitLayers(layers: readonly Layer[]): { below: Drawing[]; above: Layer[] } {
  const below: Drawing[] = [];
  const above: Layer[] = [];
  let onlyInkAbove = true;
  for (const layer of layers) {
    const onlyInk = isInkOnly(layer);
    if (layer.kind === 'static' && (above.length === 0 || (onlyInk && onlyInkAbove))) {
      below.push(layer.drawing);
    } else {
      above.push(layer);
      onlyInkAbove &&= onlyInk;
    }
  }
  return { below, above };
}

/** The size with its open sides just large enough for the drawings. */
function sizeAround(size: LabelSize, drawings: readonly Drawing[]): { width: number; height: number } {
  let [right, bottom] = [1, 1];
  if (size.width === undefined || size.height === undefined) {
    for (const { left, top, width, height } of drawings.map(drawingExtent)) {
      right = Math.max(right, left + width);
      bottom = Math.max(bottom, top + height);
    }
  }
  return { width: size.width ?? right, height: size.height ?? bottom };
}

function checkSize(width: number, height: number): void {
  if (width * height <= MOST_DOTS) return;
  const detail = `The label has ${width} x ${height} dots; at most ${MOST_DOTS / 1e6} million can be drawn`;
  throw new ProblemError('cannot-render', { detail, errors: [{ pointer: '/width', detail }] });
}
