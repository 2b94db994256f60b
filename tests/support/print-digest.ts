import type { Label } from '#contract/api-v3/label.ts';
import { parsePrintValues } from '#rendering/dynamic-text/print-values.ts';
import { compilePlanes, printPlanes, type Planes, type PlanesTarget } from '#rendering/print-planes.ts';
import { crc32 } from '#rendering/raster/crc32.ts';
import type { FontLibrary } from '#rendering/text/fonts.ts';

/** A label and some prints of it in a form that goes anywhere: into a thread, into a page. */
export interface PrintOrder {
  /** The document as JSON. */
  label: string;
  target: PlanesTarget;
  /** As `stringifyPrintValues` writes them. */
  prints: readonly string[];
}

/** Draws the prints in the room where this runs; one digest for each. */
export function digestPrints({ label, target, prints }: PrintOrder, fonts: FontLibrary): string[] {
  const compiled = compilePlanes(JSON.parse(label) as Label, target, fonts);
  return prints.map((values) => digestPlanes(printPlanes(compiled, parsePrintValues(values))));
}

/** The size of a print and a check sum of the dots of each of its inks. */
export function digestPlanes(planes: Planes): string {
  return planes
    .map(
      ({ width, height, words }) =>
        `${width}x${height}:${crc32(new Uint8Array(words.buffer, words.byteOffset, words.byteLength)).toString(16)}`,
    )
    .join(' ');
}
