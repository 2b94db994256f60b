/** A line of a ruler. */
export interface Tick {
  /** Pixels from the ruler's beginning. */
  at: number;
  /** Its number, empty where the ruler's end would cut it; undefined for the small ones between. */
  text: string | undefined;
}

const STEPS = [1, 2, 5];
const ROOM_FOR_NUMBER = 56;
/** The width of a digit, in pixels. */
const DIGIT = 9;

/**
 * The lines of a ruler that begins `offset` pixels before the label does: numbers at 1, 2 or 5 times a power of ten of the unit, as near as
 * they can be read, and four lines between two of them.
 */
export function rulerTicks({ length, offset, pixelsPerUnit }: { length: number; offset: number; pixelsPerUnit: number }): Tick[] {
  if (!(pixelsPerUnit > 0) || length <= 0) return [];
  const step = stepFor(pixelsPerUnit);
  const small = step / 5;
  const ticks: Tick[] = [];
  for (let index = Math.ceil(-offset / pixelsPerUnit / small); ; index += 1) {
    const value = index * small;
    const at = offset + value * pixelsPerUnit;
    if (at > length) return ticks;
    ticks.push({ at, text: index % 5 === 0 ? numberAt({ at, value, length }) : undefined });
  }
}

function numberAt({ at, value, length }: { at: number; value: number; length: number }): string {
  const text = String(Number(value.toFixed(3)));
  const half = (text.length * DIGIT) / 2;
  return at < half || at + half > length ? '' : text;
}

function stepFor(pixelsPerUnit: number): number {
  const least = ROOM_FOR_NUMBER / pixelsPerUnit;
  const power = 10 ** Math.floor(Math.log10(least));
  return (STEPS.find((step) => step * power >= least) ?? 10) * power;
}
