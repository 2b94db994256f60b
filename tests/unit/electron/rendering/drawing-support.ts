import { deflateSync } from 'node:zlib';
import { readBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import type { PrintTarget } from '#rendering/label/label-geometry.ts';
import type { CounterReading, PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { encodePng } from '#rendering/raster/png.ts';
import { loadFonts } from '#rendering/text/font-library.ts';

export const fonts = await loadFonts(await readBundledFonts());

/** 300 dpi in both directions. */
export const AT_300_DPI: PrintTarget = { hdpi: 300, vdpi: 300 };
/** One dot per tenth of a millimetre, which makes dots countable. */
export const TEN_PER_MM: PrintTarget = { hdpi: 254, vdpi: 254 };

/** 21 November 2026, noon in Berlin, and one name of every kind. */
export const VALUES: PrintValues = {
  moment: { epochMs: Date.UTC(2026, 10, 21, 11), timeZone: 'Europe/Berlin' },
  variables: new Map([['Lot', 'A7731']]),
  counters: new Map<string, CounterReading>([['Serial', { value: 42, width: 6, padding: '0' }]]),
  row: new Map([
    ['GTIN', '3257983125481'],
    ['Name', 'Sardines à la sauce tomate'],
  ]),
};

/** A label document of these objects, parsed like in the service. */
export function labelOf(objs: unknown[], rest: Record<string, unknown> = {}): Label {
  return labelSchema.parse({ format: 3, width: 20, height: 10, objs, ...rest });
}

/** One print of these objects. */
export function drawObjects(objs: unknown[], rest: Record<string, unknown> = {}, target = TEN_PER_MM): Bitmap {
  return printLabel(compileLabel(labelOf(objs, rest), target, fonts), VALUES);
}

/** The problem thrown by drawing these objects. */
export function problemOf(work: () => unknown): ProblemError {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('There was no problem');
}

export function toPng(bitmap: Bitmap, { hdpi, vdpi }: PrintTarget): Uint8Array {
  return encodePng(bitmap, { hdpi, vdpi, deflate: deflateSync });
}

export function isInk({ words, stride }: Bitmap, x: number, y: number): boolean {
  return (((words[y * stride + (x >>> 5)] ?? 0) >>> (31 - (x & 31))) & 1) === 1;
}

/** The bitmap as text, one row per line: # is ink. */
export function picture(bitmap: Bitmap): string[] {
  return Array.from({ length: bitmap.height }, (_, y) =>
    Array.from({ length: bitmap.width }, (_dot, x) => (isInk(bitmap, x, y) ? '#' : '.')).join(''),
  );
}

/** The bounding box of all ink: first and last dot across and down. */
export function inkBox(bitmap: Bitmap): { left: number; right: number; top: number; bottom: number } | undefined {
  const rows = picture(bitmap);
  const inked = rows.flatMap((row, y) => (row.includes('#') ? [y] : []));
  const top = inked[0];
  const bottom = inked.at(-1);
  if (top === undefined || bottom === undefined) return undefined;
  const lefts = rows.map((row) => row.indexOf('#')).filter((x) => x >= 0);
  return { left: Math.min(...lefts), right: Math.max(...rows.map((row) => row.lastIndexOf('#'))), top, bottom };
}
