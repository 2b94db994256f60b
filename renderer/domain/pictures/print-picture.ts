import { staticBitmapObjectSchema } from '#contract/api-v3/label.ts';
import type { StaticBitmapObject } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import type { PrintTarget } from '#rendering/label/label-geometry.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';

export type Dithering = NonNullable<StaticBitmapObject['dithering']>;

/** The inputs of the dialog for a new picture. */
export interface PictureAnswers {
  bitmap: string;
  /** Millimetres. */
  width: number;
  height: number;
  threshold: number;
  dithering: Dithering;
}

/** A new picture at the label's corner; undefined if it violates the contract. */
export function pictureObject(answers: PictureAnswers): StaticBitmapObject | undefined {
  return staticBitmapObjectSchema.safeParse({ type: 'StaticBitmap', x: 0, y: 0, ...answers }).data;
}

/** The dots of the picture as the printer would print them, or the reason why it cannot. */
export function printPicture(object: StaticBitmapObject, target: PrintTarget): Bitmap | string {
  try {
    const label = { format: 3 as const, width: object.width, height: object.height, objs: [object] };
    const compiled = compileLabel(label, target, { families: [], typefaces: new Map() });
    return printLabel(compiled, { moment: { epochMs: 0, timeZone: 'UTC' }, variables: new Map(), counters: new Map(), row: undefined });
  } catch (error) {
    if (error instanceof ProblemError) return error.context.errors?.[0]?.detail ?? error.message;
    throw error;
  }
}

/** The dots as RGBA pixels, black ink on a transparent background. */
export function inkPixels({ width, height, stride, words }: Bitmap): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const word = words[y * stride + (x >>> 5)] ?? 0;
      if ((word >>> (31 - (x & 31))) & 1) pixels[(y * width + x) * 4 + 3] = 255;
    }
  }
  return pixels;
}
