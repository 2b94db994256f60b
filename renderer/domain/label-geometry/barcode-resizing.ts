import type { LinearBarcode, MatrixBarcode } from '#contract/api-v3/label-barcodes.ts';
import { isStackedVariant } from '#rendering/barcodes/data-bar.ts';
import { bearerDots, shapeOf } from '#rendering/objects/linear-code.ts';
import type { LinearShape } from '#rendering/objects/linear-dimensions.ts';
import { moduleDots } from '#rendering/objects/matrix-code.ts';
import { moduleSizeOf } from '#rendering/objects/module-size.ts';
import { wholeDots, type DotDensity } from '#rendering/objects/object-context.ts';
import { isRetail } from '#rendering/objects/symbol-objects.ts';
import { roundLength } from '../label-document/design-object.ts';
import { atLeastMinimum, type Measures, type LocalResize } from './resize-gesture.ts';

/** The tolerance for computed lengths, as a share of a dot. */
const NOISE = 1e-6;

/** A matrix code: as many whole dots per module as fit in both directions. */
export function matrixMeasures(code: MatrixBarcode, { before, length, resolution }: LocalResize): Measures {
  const perMillimetre = Math.min(resolution.x, resolution.y);
  const dots = wholeDots(moduleSizeOf(code), perMillimetre);
  const [across, down] = moduleDots(moduleSizeOf(code), resolution);
  const growth = { x: length.x / before.x, y: length.y / before.y };
  const sidesOf = (moduleSize: number) => moduleDots(moduleSize / perMillimetre, resolution);
  const next = mostDots(dots * Math.min(growth.x, growth.y), (moduleSize) => {
    const [newAcross, newDown] = sidesOf(moduleSize);
    return isWithin(newAcross, across * growth.x) && isWithin(newDown, down * growth.y);
  });
  const [newAcross, newDown] = sidesOf(next);
  return {
    keys: next === dots ? {} : { moduleSize: roundLength(next / perMillimetre) },
    size: { x: (before.x * newAcross) / across, y: (before.y * newDown) / down },
  };
}

/**
 * A linear code: in width, as many whole dots per module as fit; in height, the bars get what text and bearer bars leave. Bars with the
 * standard's height keep it until the height itself is resized.
 */
export function linearMeasures(code: LinearBarcode, local: LocalResize, resolution: DotDensity): Measures {
  const shape = shapeOf(code, resolution);
  const isStacked = code.type === 'GS1-DataBar' && isStackedVariant(code.variant);
  const wider = local.isResized.x ? withBarWidth(code, { ...local, shape, isStacked }, resolution) : undefined;
  const after = wider ? shapeOf({ ...code, ...wider }, resolution) : shape;
  const size = { x: (local.before.x * after.moduleWidth) / shape.moduleWidth, y: local.length.y };
  if (isStacked) return { keys: { ...wider }, size: { ...size, y: (local.before.y * after.moduleHeight) / shape.moduleHeight } };
  return { keys: { ...wider, ...withBarHeight(code, local, { before: shape, after }) }, size };
}

interface Widening extends LocalResize {
  shape: LinearShape;
  isStacked: boolean;
}

/** Undefined if the module width does not change. */
function withBarWidth(code: LinearBarcode, change: Widening, resolution: DotDensity): { barWidth: number } | undefined {
  const { before, length, shape, isStacked } = change;
  const growth = { x: length.x / before.x, y: length.y / before.y };
  const barWidth = (dots: number) => roundLength(dots / shape.resolution.x);
  const dots = mostDots(shape.moduleWidth * growth.x, (moduleSize) => {
    const { wideWidth = 0, moduleHeight } = shapeOf({ ...code, barWidth: barWidth(moduleSize) }, resolution);
    const isLowEnough = !isStacked || isWithin(moduleHeight, shape.moduleHeight * growth.y);
    return isLowEnough && isWithin(wideWidth, (shape.wideWidth ?? 0) * growth.x);
  });
  return dots === shape.moduleWidth ? undefined : { barWidth: barWidth(dots) };
}

interface Change {
  before: LinearShape;
  after: LinearShape;
}

function withBarHeight(code: LinearBarcode, local: LocalResize, change: Change): { barHeight?: number } {
  const perMillimetre = local.resolution.y;
  const beside = Math.max(0, Math.round(local.before.y * perMillimetre) - change.before.barHeight);
  const next = besideAfter(code, beside, change);
  const hasOwnHeight = code.type === 'GS1-DataBar' && code.barHeight === undefined;
  if (!local.isResized.y && (next === beside || hasOwnHeight)) return {};
  const height = local.isResized.y ? local.length.y : local.before.y;
  return { barHeight: atLeastMinimum(height - next / perMillimetre) };
}

/**
 * The height in dots, other than of the bars, after the module size changes. Bearer bars and the digits of retail codes scale with the
 * modules; a text has the height of its font.
 */
function besideAfter(code: LinearBarcode, beside: number, { before, after }: Change): number {
  const growth = after.moduleHeight / before.moduleHeight;
  if (isRetail(code)) return Math.ceil(beside * (code.font ? Math.max(1, growth) : growth) - NOISE);
  return beside + 2 * (bearerDots(code, after).horizontal - bearerDots(code, before).horizontal);
}

/** At least one, even if the box is smaller. */
function mostDots(most: number, doFit: (dots: number) => boolean): number {
  for (let dots = Math.floor(most + NOISE); dots > 1; dots -= 1) if (doFit(dots)) return dots;
  return 1;
}

function isWithin(length: number, most: number): boolean {
  return length <= most + NOISE;
}
