import { EDGE } from './frame.ts';
import type { Frame, Plane } from './frame.ts';

const FINDER_PENALTY = 40;

/**
 * How hard the symbol is to read (ISO/IEC 18004, 7.8.3). What matters is only whether it is more than `limit`: then the rest may not be
 * counted. All of it goes by words, 32 columns (or rows) at a time.
 */
export function penaltyOf(frame: Frame, { rows, columns }: Plane, limit: number): number {
  let penalty = blockPenalty(frame, rows) + balancePenalty(frame, rows);
  if (penalty < limit) penalty += runPenalty(frame, rows) + finderPenalty(frame, rows);
  if (penalty < limit) penalty += runPenalty(frame, columns) + finderPenalty(frame, columns);
  return penalty;
}

/** Squares of two by two modules that are all alike: 3 each. */
function blockPenalty({ size, stretches, stride, lanes }: Frame, lines: Int32Array): number {
  let blocks = 0;
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const lane = lanes[stretch] ?? 0;
    const pairs = lane & ((lane >>> 1) | ((lanes[stretch + 1] ?? 0) << 31));
    const first = stretch * stride + EDGE;
    // Behind the last stretch no pair begins, so that any word does as its neighbour.
    const neighbour = stretch + 1 < stretches ? stride : 0;
    let above = lines[first] ?? 0;
    let alikeAbove = ~(above ^ ((above >>> 1) | ((lines[first + neighbour] ?? 0) << 31)));
    for (let at = first + 1; at < first + size; at += 1) {
      const line = lines[at] ?? 0;
      const alike = ~(line ^ ((line >>> 1) | ((lines[at + neighbour] ?? 0) << 31)));
      blocks += countOnes(alike & alikeAbove & ~(line ^ above) & pairs);
      above = line;
      alikeAbove = alike;
    }
  }
  return blocks * 3;
}

/** Dark modules beyond 45 to 55 %: 10 for every 5 %. */
function balancePenalty({ size, stretches, stride }: Frame, lines: Int32Array): number {
  let dark = 0;
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const first = stretch * stride + EDGE;
    for (let at = first; at < first + size; at += 1) dark += countOnes(lines[at] ?? 0);
  }
  return Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5) * 10;
}

/** Five and more modules alike down a column: 3 and 1 for each beyond five. Wide finder patterns are found on the way. */
function runPenalty({ size, stretches, stride, lanes }: Frame, lines: Int32Array): number {
  let penalty = 0;
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const lane = lanes[stretch] ?? 0;
    const first = stretch * stride + EDGE;
    const end = first + size;
    let above = lines[first] ?? 0;
    // What the lines above have: bits of modules that end so many alike.
    let two = 0;
    let three = 0;
    let threeAbove = 0;
    let five = 0;
    let sixDark = 0;
    for (let at = first + 1; at < end; at += 1) {
      const line = lines[at] ?? 0;
      const twoHere = ~(line ^ above);
      const threeHere = twoHere & two;
      const fiveHere = threeHere & threeAbove & lane;
      if (fiveHere !== 0) penalty += countOnes(fiveHere) + 2 * countOnes(fiveHere & ~five);
      const ended = sixDark & ~line;
      if (ended !== 0) penalty += wideFinderPenalty(lines, { first, end, at, ended });
      sixDark = fiveHere & five & line;
      above = line;
      two = twoHere;
      threeAbove = three;
      three = threeHere;
      five = fiveHere;
    }
    if (sixDark !== 0) penalty += wideFinderPenalty(lines, { first, end, at: end, ended: sixDark });
  }
  return penalty;
}

/** Dark, light, three times dark, light, dark, with four light modules at one side: 40 each. */
function finderPenalty({ size, stretches, stride }: Frame, lines: Int32Array): number {
  let finders = 0;
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const first = stretch * stride + EDGE;
    for (let at = first + 3; at < first + size - 3; at += 1) {
      const middle = (lines[at] ?? 0) & (lines[at - 1] ?? 0) & (lines[at + 1] ?? 0) & ~((lines[at - 2] ?? 0) | (lines[at + 2] ?? 0));
      if (middle !== 0) finders += countOnes(finderAround(lines, at, middle));
    }
  }
  return finders * FINDER_PENALTY;
}

/** Which of the three dark modules around a line are in the middle of a finder pattern. */
function finderAround(lines: Int32Array, at: number, middle: number): number {
  const ring = middle & (lines[at - 3] ?? 0) & (lines[at + 3] ?? 0) & ~((lines[at - 4] ?? 0) | (lines[at + 4] ?? 0));
  if (ring === 0) return 0;
  const before = (lines[at - 5] ?? 0) | (lines[at - 6] ?? 0) | (lines[at - 7] ?? 0);
  const behind = (lines[at + 5] ?? 0) | (lines[at + 6] ?? 0) | (lines[at + 7] ?? 0);
  return ring & ~(before & behind);
}

/** The same with every module at least twice as long, around the dark runs that have just ended. */
function wideFinderPenalty(
  lines: Int32Array,
  { first, end, at, ended }: { first: number; end: number; at: number; ended: number },
): number {
  let penalty = 0;
  for (let rest = ended; rest !== 0; rest &= rest - 1) {
    const bit = rest & -rest;
    let top = at;
    while (((lines[top - 1] ?? 0) & bit) !== 0) top -= 1;
    const unit = (at - top) / 3;
    if (!Number.isInteger(unit) || top - 2 * unit < first || at + 2 * unit > end) continue;
    const isFinder = hasSide(lines, { at, step: 1, unit, bit }) && hasSide(lines, { at: top - 1, step: -1, unit, bit });
    if (isFinder && (isLight(lines, { at: at + 2 * unit, step: 1, bit }) || isLight(lines, { at: top - 1 - 2 * unit, step: -1, bit })))
      penalty += FINDER_PENALTY;
  }
  return penalty;
}

/** Whether `unit` light modules, as many dark ones and a light one follow. */
function hasSide(lines: Int32Array, { at, step, unit, bit }: { at: number; step: number; unit: number; bit: number }): boolean {
  for (let index = 0; index <= 2 * unit; index += 1) {
    const isDark = ((lines[at + index * step] ?? 0) & bit) !== 0;
    if (isDark !== (index >= unit && index < 2 * unit)) return false;
  }
  return true;
}

function isLight(lines: Int32Array, { at, step, bit }: { at: number; step: number; bit: number }): boolean {
  for (let index = 0; index < EDGE; index += 1) if (((lines[at + index * step] ?? 0) & bit) !== 0) return false;
  return true;
}

/** How many bits of a word are set. */
function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
