import { renderZpl } from 'zplr/web';
import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';

/** The renderer also paints its dots on a canvas, which is not looked at. */
const CANVAS = {
  width: 0,
  height: 0,
  getContext: () => ({
    createImageData: (width: number, height: number) => ({ data: new Uint8ClampedArray(4 * width * height) }),
    putImageData: () => undefined,
  }),
};

/** The picture of the only label in the commands, drawn by a renderer of other authors. Throws for anything that it does not understand. */
export async function renderIndependently(commands: string): Promise<Bitmap> {
  Object.assign(globalThis, { document: { createElement: () => CANVAS } });
  try {
    const { labels, diagnostics } = await renderZpl(commands);
    const faults = diagnostics.filter(({ severity }) => severity !== 'info');
    const [label] = labels;
    if (!label || labels.length > 1 || faults.length > 0)
      throw new Error(`${labels.length} labels; ${faults.map(({ message }) => message).join('; ')}`);
    return toBitmap(label.raster);
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
}

function toBitmap({ width, height, stride, data }: { width: number; height: number; stride: number; data: Uint8Array }): Bitmap {
  const bitmap = createBitmap(width, height);
  for (let y = 0; y < height; y++) {
    for (let at = 0; at < stride; at++) {
      const byte = data[y * stride + at] ?? 0;
      const word = y * bitmap.stride + (at >>> 2);
      if (byte !== 0) bitmap.words[word] = ((bitmap.words[word] ?? 0) | (byte << (24 - 8 * (at & 3)))) >>> 0;
    }
  }
  return bitmap;
}
