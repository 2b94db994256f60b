import type { LinearBarcode, MatrixBarcode } from '#contract/api-v3/label-barcodes.ts';
import { isStackedVariant } from '#rendering/barcodes/data-bar.ts';
import { bearerDots, shapeOf } from '#rendering/objects/linear-code.ts';
import type { LinearShape } from '#rendering/objects/linear-shape.ts';
import { moduleDots } from '#rendering/objects/matrix-code.ts';
import { moduleSizeOf } from '#rendering/objects/module-size.ts';
import { wholeDots, type DotDensity } from '#rendering/objects/object-context.ts';
import { isRetail } from '#rendering/objects/symbol-objects.ts';
import { tidy } from './design-object.ts';
import { least, type Measures, type OwnPull } from './pulling.ts';

/** Lengths that were computed are whole dots to this share of one. */
const NOISE = 1e-6;

/** A code of modules: as many whole dots for each as fit, across and down. */
export function matrixMeasures(code: MatrixBarcode, { before, length, resolution }: OwnPull): Measures {
  const perMillimetre = Math.min(resolution.x, resolution.y);
  const dots = wholeDots(moduleSizeOf(code), perMillimetre);
  const [across, down] = moduleDots(moduleSizeOf(code), resolution);
  const growth = { x: length.x / before.x, y: length.y / before.y };
  const sidesOf = (own: number) => moduleDots(own / perMillimetre, resolution);
  const next = mostDots(dots * Math.min(growth.x, growth.y), (own) => {
    const [newAcross, newDown] = sidesOf(own);
    return isWithin(newAcross, across * growth.x) && isWithin(newDown, down * growth.y);
  });
  const [newAcross, newDown] = sidesOf(next);
  return {
    keys: next === dots ? {} : { moduleSize: tidy(next / perMillimetre) },
    size: { x: (before.x * newAcross) / across, y: (before.y * newDown) / down },
  };
}

/**
 * A code of bars: sideways as many whole dots for a module as fit, downwards what the text and the bars around leave for the bars. Bars that are
 * as high as their standard says stay so until somebody pulls at their height.
 */
export function linearMeasures(code: LinearBarcode, own: OwnPull, resolution: DotDensity): Measures {
  const shape = shapeOf(code, resolution);
  const isStacked = code.type === 'GS1-DataBar' && isStackedVariant(code.variant);
  const wider = own.isPulled.x ? withBarWidth(code, { ...own, shape, isStacked }, resolution) : undefined;
  const after = wider ? shapeOf({ ...code, ...wider }, resolution) : shape;
  const size = { x: (own.before.x * after.moduleWidth) / shape.moduleWidth, y: own.length.y };
  if (isStacked) return { keys: { ...wider }, size: { ...size, y: (own.before.y * after.moduleHeight) / shape.moduleHeight } };
  return { keys: { ...wider, ...withBarHeight(code, own, { before: shape, after }) }, size };
}

interface Widening extends OwnPull {
  shape: LinearShape;
  isStacked: boolean;
}

/** Nothing where the bars stay as wide as they are. */
function withBarWidth(code: LinearBarcode, pull: Widening, resolution: DotDensity): { barWidth: number } | undefined {
  const { before, length, shape, isStacked } = pull;
  const growth = { x: length.x / before.x, y: length.y / before.y };
  const barWidth = (dots: number) => tidy(dots / shape.resolution.x);
  const dots = mostDots(shape.moduleWidth * growth.x, (own) => {
    const { wideWidth = 0, moduleHeight } = shapeOf({ ...code, barWidth: barWidth(own) }, resolution);
    const isLowEnough = !isStacked || isWithin(moduleHeight, shape.moduleHeight * growth.y);
    return isLowEnough && isWithin(wideWidth, (shape.wideWidth ?? 0) * growth.x);
  });
  return dots === shape.moduleWidth ? undefined : { barWidth: barWidth(dots) };
}

interface Change {
  before: LinearShape;
  after: LinearShape;
}

function withBarHeight(code: LinearBarcode, own: OwnPull, change: Change): { barHeight?: number } {
  const perMillimetre = own.resolution.y;
  const beside = Math.max(0, Math.round(own.before.y * perMillimetre) - change.before.barHeight);
  const next = besideAfter(code, beside, change);
  const hasOwnHeight = code.type === 'GS1-DataBar' && code.barHeight === undefined;
  if (!own.isPulled.y && (next === beside || hasOwnHeight)) return {};
  const height = own.isPulled.y ? own.length.y : own.before.y;
  return { barHeight: least(height - next / perMillimetre) };
}

/**
 * Dots of height that are no bars once modules are larger or smaller. Bars around a code and the digits of the till's codes follow the modules;
 * a text has the height of its font.
 */
function besideAfter(code: LinearBarcode, beside: number, { before, after }: Change): number {
  const growth = after.moduleHeight / before.moduleHeight;
  if (isRetail(code)) return Math.ceil(beside * (code.font ? Math.max(1, growth) : growth) - NOISE);
  return beside + 2 * (bearerDots(code, after).horizontal - bearerDots(code, before).horizontal);
}

/** One at least, however small the box is. */
function mostDots(most: number, doFit: (dots: number) => boolean): number {
  for (let dots = Math.floor(most + NOISE); dots > 1; dots -= 1) if (doFit(dots)) return dots;
  return 1;
}

function isWithin(length: number, most: number): boolean {
  return length <= most + NOISE;
}
