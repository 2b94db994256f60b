import type { Label } from '#contract/api-v3/label.ts';
import { parsePrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { Planes, PlanesTarget } from '#rendering/label/planes.ts';
import { compilePlanes, printPlanes } from '#rendering/label/print-planes.ts';
import { crc32 } from '#rendering/raster/crc32.ts';
import type { FontLibrary } from '#rendering/text/font-library.ts';

/** A label and some of its prints in a form that can be sent to a thread or a page. */
export interface PrintOrder {
  /** The document as JSON. */
  label: string;
  target: PlanesTarget;
  /** Results of `stringifyPrintValues`. */
  prints: readonly string[];
}

/** Renders the prints in the current environment. Returns one digest for each. */
export function digestPrints({ label, target, prints }: PrintOrder, fonts: FontLibrary): string[] {
  const compiled = compilePlanes(JSON.parse(label) as Label, target, fonts);
  return prints.map((values) => digestPlanes(printPlanes(compiled, parsePrintValues(values))));
}

/** The size of a print and a checksum of the dots of each ink. */
export function digestPlanes(planes: Planes): string {
  return planes
    .map(
      ({ width, height, words }) =>
        `${width}x${height}:${crc32(new Uint8Array(words.buffer, words.byteOffset, words.byteLength)).toString(16)}`,
    )
    .join(' ');
}
