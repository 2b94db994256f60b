import { attemptLabel, RenderFaults } from './render-faults.ts';
import { checkLayers, drawLayers } from './compile-label.ts';
import type { CompiledLabel, Layer } from './compile-label.ts';
import type { Drawing } from '../raster/drawing.ts';
import type { PrintValues } from '../dynamic-text/print-values.ts';
import { resolveRows, resolveWith } from '../objects/object-texts.ts';
import type { Resolve } from '../objects/object-texts.ts';
import { isVisible, EMPTY_DRAWING } from './visibility.ts';
import type { Bitmap } from '../raster/bitmap.ts';

/** Checks the print of a row and returns its size in dots. */
export type CheckRow = (row: PrintValues['row']) => { width: number; height: number };

/**
 * Draws one print. Throws `cannot-render` with one error per object whose values are missing or do not fit; never draws part of a label.
 */
export function printLabel({ size, pose, layers, warm }: CompiledLabel, values: PrintValues): Bitmap {
  const drawings = resolveLayers(layers, resolveWith(values));
  if (!warm) return drawLayers(size, pose, drawings);
  return attemptLabel(() => warm.print(drawings));
}

/**
 * Checks prints that differ only in their row without drawing them: texts, barcode contents, size, and drawing effort. The function returns
 * width and height in dots and throws what `printLabel` would.
 */
export function checkPrints({ size, pose, layers }: CompiledLabel, values: PrintValues): CheckRow {
  const resolveRow = resolveRows(values);
  return (row) => checkLayers(size, pose, resolveLayers(layers, resolveRow(row)));
}

function resolveLayers(layers: readonly Layer[], resolve: Resolve): Drawing[] {
  const faults = new RenderFaults();
  const drawings = layers.map((layer) => {
    if (layer.kind === 'static') return layer.drawing;
    const { pointer, object, remembered, conditions } = layer;
    if (!isVisible(conditions, resolve, faults)) return EMPTY_DRAWING;
    return faults.attempt(object ? { pointer, object } : { pointer }, () => remembered.draw(resolve));
  });
  faults.throwAny();
  return drawings.filter((drawing) => drawing !== undefined);
}
