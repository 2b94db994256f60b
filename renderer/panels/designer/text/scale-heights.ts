import { tidy } from '../document/design-object.ts';
import { scanMarkup, type WrittenValue } from './markup-scan.ts';

/** A height that is written as a number; one that a code gives is known to the print only. */
const NUMBER = /^\d+(?:\.\d+)?$/;

/** A text of advanced styles whose own font heights, in millimetres, are so many times as large. */
export function scaleHeights(source: string, by: number): string {
  const heights = new Map<number, WrittenValue>();
  for (const { styles } of scanMarkup(source, 'ADVANCED').pieces) {
    for (const { values } of styles) {
      const height = values.get('font-height');
      if (height && NUMBER.test(height.text)) heights.set(height.range.from, height);
    }
  }
  // From the last to the first: what stands before keeps its place.
  return [...heights.values()]
    .sort((a, b) => b.range.from - a.range.from)
    .reduce((text, { text: height, range }) => text.slice(0, range.from) + tidy(Number(height) * by) + text.slice(range.to), source);
}
