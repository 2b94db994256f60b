/** A line of a ruler. */
export interface Tick {
  /** Pixels from the ruler's beginning. */
  at: number;
  /** Its number; undefined for the small ones between. */
  text: string | undefined;
}

const STEPS = [1, 2, 5];
const ROOM_FOR_NUMBER = 56;

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
    ticks.push({ at, text: index % 5 === 0 ? String(Number(value.toFixed(3))) : undefined });
  }
}

function stepFor(pixelsPerUnit: number): number {
  const least = ROOM_FOR_NUMBER / pixelsPerUnit;
  const power = 10 ** Math.floor(Math.log10(least));
  return (STEPS.find((step) => step * power >= least) ?? 10) * power;
}
