import type { Label } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import { attemptLabel, RenderFaults } from './render-faults.ts';
import { checkEffort, drawAll, effortOf } from '../raster/drawing.ts';
import type { Drawing } from '../raster/drawing.ts';
import { carriedIdentifiers } from './carried-identifiers.ts';
import { labelGeometry, labelPlacement, sizeAround, sizeFault } from './label-geometry.ts';
import type { LabelPose, LabelSize, PrintTarget } from './label-geometry.ts';
import { locateObjects } from '../document/locate-objects.ts';
import type { LocatedObject } from '../document/locate-objects.ts';
import { prepareBackground } from '../objects/background.ts';
import { resolveStatic } from '../objects/object-texts.ts';
import { prepareObject } from '../objects/prepare-object.ts';
import type { PreparedObject, RenderContext } from '../objects/prepare-object.ts';
import { LabelPictures } from '../pictures/label-pictures.ts';
import { createBitmap } from '../raster/bitmap.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { CachedDrawing } from '../objects/cached-drawing.ts';
import { withFallbackFonts } from '../text/fallback-fonts.ts';
import type { FontLibrary } from '../text/font-library.ts';
import { prepareConditions } from './visibility.ts';
import type { PreparedCondition } from './visibility.ts';
import { LayerCache } from './layer-cache.ts';

/** A part that is drawn on the static layer in every print: a variable object, or a static one above a variable object. */
export type Layer =
  | { kind: 'static'; drawing: Drawing }
  | {
      kind: 'variable';
      pointer: string;
      object: LocatedObject['object'] | undefined;
      mayErase: boolean;
      remembered: CachedDrawing;
      conditions: readonly PreparedCondition[];
    };

/**
 * A label prepared for one resolution: everything that is the same in every print is already drawn. `printLabel` caches the drawings of the
 * last prints in it.
 */
export interface CompiledLabel {
  /** The resolution of its bitmaps: the printer's, or the label's override. */
  readonly target: PrintTarget;
  readonly size: LabelSize;
  readonly pose: LabelPose;
  /** The static layer; undefined if the size of the label depends on values. */
  readonly base: Bitmap | undefined;
  /** Cache of the last prints; present if `base` is. */
  readonly warm: LayerCache | undefined;
  readonly layers: readonly Layer[];
}

/** Prepares a label for a printer's resolution. Throws `cannot-render` with one error per object that cannot be drawn. */
export function compileLabel(label: Label, target: PrintTarget, fonts: FontLibrary): CompiledLabel {
  const { target: own, resolution, pose, size } = labelGeometry(label, target);
  const carried = carriedIdentifiers(label);
  const layers = prepareLayers(label, {
    resolution,
    fonts: withFallbackFonts(fonts, label.fallbackFonts),
    pictures: new LabelPictures(),
    ink: target.ink ?? 'mono',
    carried,
  });
  const isSizeKnown = (size.width !== undefined && size.height !== undefined) || layers.every(({ kind }) => kind === 'static');
  if (!isSizeKnown) return { target: own, size, pose, base: undefined, warm: undefined, layers };
  const { below, above } = splitLayers(layers);
  const fixedSize = sizeAround(size, below);
  const base = drawLayers(fixedSize, pose, below);
  const warm = new LayerCache(base, labelPlacement(pose, fixedSize.width, fixedSize.height), above.every(isInkOnly));
  return { target: own, size: fixedSize, pose, base, warm, layers: above };
}

/** A bitmap of a label of this size with the drawings on it. Throws `cannot-render` if it is too large. */
export function drawLayers(size: LabelSize, pose: LabelPose, drawings: readonly Drawing[]): Bitmap {
  const { width, height } = sizeAround(size, drawings);
  const picture = pictureSize(size, pose, drawings);
  const canvas = createBitmap(picture.width, picture.height);
  attemptLabel(() => drawAll(canvas, labelPlacement(pose, width, height), drawings));
  return canvas;
}

/**
 * Width and height of such a bitmap in dots. Throws `cannot-render` as `drawLayers` does, including for drawings that would take too long.
 */
export function checkLayers(size: LabelSize, pose: LabelPose, drawings: readonly Drawing[]): { width: number; height: number } {
  const { width, height } = sizeAround(size, drawings);
  const picture = pictureSize(size, pose, drawings);
  const placement = labelPlacement(pose, width, height);
  attemptLabel(() => checkEffort(drawings.map((drawing) => effortOf(picture, placement, drawing))));
  return picture;
}

/** Width and height of such a bitmap in dots. Throws `cannot-render` if it is too large. */
function pictureSize(size: LabelSize, pose: LabelPose, drawings: readonly Drawing[]): { width: number; height: number } {
  const { width, height } = sizeAround(size, drawings);
  checkSize(width, height);
  return pose.rotation === 'NONE' || pose.rotation === 'CW180' ? { width, height } : { width: height, height: width };
}

function prepareLayers(label: Label, renderContext: RenderContext): Layer[] {
  const faults = new RenderFaults();
  const layers: (Layer | undefined)[] = [];
  const { bgColor } = label;
  if (bgColor !== undefined) {
    layers.push(
      faults.attempt({ pointer: '' }, () =>
        toLayer({ pointer: '', object: undefined, prepared: prepareBackground(bgColor, renderContext.ink) }),
      ),
    );
  }
  for (const { pointer, object, conditions } of locateObjects(label)) {
    const prepared = prepareConditions(conditions, faults);
    if (prepared === 'hidden') continue;
    const layer = faults.attempt({ pointer, object }, () =>
      toLayer({ pointer, object, prepared: prepareObject(object, renderContext) }, prepared),
    );
    layers.push(layer);
  }
  faults.throwAny();
  return layers.filter((layer) => layer !== undefined);
}

function toLayer(
  layer: { pointer: string; object: LocatedObject['object'] | undefined; prepared: PreparedObject },
  conditions: readonly PreparedCondition[] = [],
): Layer {
  const { pointer, object, prepared } = layer;
  const { draw, isStatic, mayErase } = prepared;
  if (isStatic && conditions.length === 0) return { kind: 'static', drawing: draw(resolveStatic) };
  return { kind: 'variable', pointer, object, mayErase, remembered: new CachedDrawing(draw), conditions };
}

function isInkOnly(layer: Layer): boolean {
  return layer.kind === 'static' ? layer.drawing.marks.every(({ effect }) => effect === 'ink') : !layer.mayErase;
}

/**
 * Static drawings go into the static layer. One above a variable object may go there only if both only set dots, because then the order
 * does not matter.
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

function checkSize(width: number, height: number): void {
  const detail = sizeFault(width, height);
  if (detail === undefined) return;
  throw new ProblemError('cannot-render', { detail, errors: [{ pointer: '/width', detail }] });
}
