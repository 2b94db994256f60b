import { RenderFaults } from './cannot-render.ts';
import { drawLayers, drawOver, labelPlacement } from './compile-label.ts';
import type { CompiledLabel, Layer } from './compile-label.ts';
import type { Drawing } from './drawing.ts';
import type { PrintValues } from './dynamic-text/print-values.ts';
import { resolveWith } from './objects/object-texts.ts';
import type { Bitmap } from './raster/bitmap.ts';

/** Draws one print. Throws `cannot-render` with one error per object whose values are missing or do not fit; never draws a part of a label. */
export function printLabel(compiled: CompiledLabel, values: PrintValues): Bitmap {
  const drawings = resolveLayers(compiled.layers, values);
  const { base, size, pose } = compiled;
  if (!base) return drawLayers(size, pose, drawings);
  const bitmap: Bitmap = { ...base, words: base.words.slice() };
  drawOver(bitmap, labelPlacement(pose, size.width ?? 0, size.height ?? 0), drawings);
  return bitmap;
}

function resolveLayers(layers: readonly Layer[], values: PrintValues): Drawing[] {
  const faults = new RenderFaults();
  const resolve = resolveWith(values);
  const drawings = layers.map((layer) => {
    if (layer.kind === 'static') return layer.drawing;
    const { pointer, object, prepared } = layer;
    return faults.attempt(object ? { pointer, object } : { pointer }, () => prepared.draw(resolve));
  });
  faults.throwAny();
  return drawings.filter((drawing) => drawing !== undefined);
}
