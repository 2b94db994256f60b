import { attemptLabel, RenderFaults } from './cannot-render.ts';
import { checkLayers, drawLayers } from './compile-label.ts';
import type { CompiledLabel, Layer } from './compile-label.ts';
import type { Drawing } from './drawing.ts';
import type { PrintValues } from './dynamic-text/print-values.ts';
import { resolveWith } from './objects/object-texts.ts';
import { isVisible, NOTHING } from './visibility.ts';
import type { Bitmap } from './raster/bitmap.ts';

/** Draws one print. Throws `cannot-render` with one error per object whose values are missing or do not fit; never draws a part of a label. */
export function printLabel({ size, pose, layers, warm }: CompiledLabel, values: PrintValues): Bitmap {
  const drawings = resolveLayers(layers, values);
  if (!warm) return drawLayers(size, pose, drawings);
  return attemptLabel(() => warm.print(drawings));
}

/**
 * Whether a print can be drawn: its texts, the contents of its codes, its size, and what drawing takes, without a dot of it. Returns the
 * sides of its picture in dots; throws what `printLabel` would.
 */
export function checkPrint({ size, pose, layers }: CompiledLabel, values: PrintValues): { width: number; height: number } {
  return checkLayers(size, pose, resolveLayers(layers, values));
}

function resolveLayers(layers: readonly Layer[], values: PrintValues): Drawing[] {
  const faults = new RenderFaults();
  const resolve = resolveWith(values);
  const drawings = layers.map((layer) => {
    if (layer.kind === 'static') return layer.drawing;
    const { pointer, object, remembered, conditions } = layer;
    if (!isVisible(conditions, resolve, faults)) return NOTHING;
    return faults.attempt(object ? { pointer, object } : { pointer }, () => remembered.draw(resolve));
  });
  faults.throwAny();
  return drawings.filter((drawing) => drawing !== undefined);
}
