import type { Bitmap } from './bitmap.ts';
import { firstCentre, scanPath } from './fill-path.ts';
import { fillSpan } from './fill-rect.ts';
import type { Path } from './path.ts';

interface Span {
  start: number;
  end: number;
}

/**
 * Adds the dots of strokes that are thinner than a dot and lie between dot centres; without them a small "t" prints as an "l". Adds them
 * only where the stroke continues on at least one side.
 */
export function keepThinStrokes(bitmap: Bitmap, path: Path): void {
  for (const [x, y] of thinDots(path, bitmap.height)) fillSpan(bitmap, y, x, x + 1, 'ink');
  const swapped = path.map(swapAxes);
  for (const [y, x] of thinDots(swapped, bitmap.width)) {
    if (y >= 0 && y < bitmap.height) fillSpan(bitmap, y, x, x + 1, 'ink');
  }
}

/** The dots in the middle of spans without a dot centre, along rows and columns. */
function thinDots(path: Path, rows: number): [number, number][] {
  const spans = Array.from({ length: rows }, (): Span[] => []);
  scanPath(path, rows, (row, start, end) => spans[row]?.push({ start, end }));
  return spans.flatMap((row, index) =>
    row
      .filter(({ start, end }) => firstCentre(start) === firstCentre(end))
      .filter((span) => goesOn(span, spans[index - 1]) || goesOn(span, spans[index + 1]))
      .map(({ start, end }): [number, number] => [Math.floor((start + end) / 2), index]),
  );
}

function goesOn({ start, end }: Span, neighbours: readonly Span[] = []): boolean {
  return neighbours.some((neighbour) => neighbour.start < end + 1 && neighbour.end > start - 1);
}

function swapAxes(contour: readonly number[]): number[] {
  const swapped: number[] = [];
  for (let index = 0; index < contour.length; index += 2) swapped.push(contour[index + 1] ?? 0, contour[index] ?? 0);
  return swapped;
}
