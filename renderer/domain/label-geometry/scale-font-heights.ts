import { roundLength } from '../label-document/design-object.ts';
import { scanMarkup, type WrittenValue } from '../dynamic-text/scan-markup.ts';

/** A height that is a number; one that contains a code is known only in print. */
const NUMBER = /^\d+(?:\.\d+)?$/;

/** A text in ADVANCED format with its own font heights, in millimetres, multiplied by a factor. */
export function scaleFontHeights(source: string, by: number): string {
  const heights = new Map<number, WrittenValue>();
  for (const { styles } of scanMarkup(source, 'ADVANCED').pieces) {
    for (const { values } of styles) {
      const height = values.get('font-height');
      if (height && NUMBER.test(height.text)) heights.set(height.range.from, height);
    }
  }
  // From last to first, so that earlier positions stay valid.
  return [...heights.values()]
    .sort((a, b) => b.range.from - a.range.from)
    .reduce((text, { text: height, range }) => text.slice(0, range.from) + roundLength(Number(height) * by) + text.slice(range.to), source);
}
