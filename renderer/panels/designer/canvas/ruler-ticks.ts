/** A tick of a ruler. */
export interface Tick {
  /** Pixels from the start of the ruler. */
  at: number;
  /** The number; empty if the end of the ruler would clip it; undefined for a minor tick. */
  text: string | undefined;
}

const STEPS = [1, 2, 5];
const ROOM_FOR_NUMBER = 56;
/** The width of a digit, in pixels. */
const DIGIT = 9;

/**
 * The ticks of a ruler that starts `offset` pixels before the label: numbers at 1, 2 or 5 times a power of ten of the unit, as dense as
 * they are legible, with four minor ticks in between.
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
