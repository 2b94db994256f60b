import { EDGE } from './symbol-template.ts';
import type { SymbolTemplate, Plane } from './symbol-template.ts';

const FINDER_PENALTY = 40;

/**
 * The penalty score of a masked symbol (ISO/IEC 18004, 7.8.3). Stops early with a score above `limit` once the limit is exceeded. Works on
 * words of 32 columns (or rows).
 */
export function penaltyOf(template: SymbolTemplate, { rows, columns }: Plane, limit: number): number {
  let penalty = blockPenalty(template, rows) + balancePenalty(template, rows);
  if (penalty < limit) penalty += runPenalty(template, rows) + finderPenalty(template, rows);
  if (penalty < limit) penalty += runPenalty(template, columns) + finderPenalty(template, columns);
  return penalty;
}

/** Blocks of 2 x 2 modules of the same colour: 3 points each. */
function blockPenalty({ size, stretches, stride, lanes }: SymbolTemplate, lines: Int32Array): number {
  let blocks = 0;
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const lane = lanes[stretch] ?? 0;
    const pairs = lane & ((lane >>> 1) | ((lanes[stretch + 1] ?? 0) << 31));
    const first = stretch * stride + EDGE;
    // No block begins after the last stretch, so any word can be its neighbour.
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

/** Proportion of dark modules: 10 points for every 5 % beyond 45 to 55 %. */
function balancePenalty({ size, stretches, stride }: SymbolTemplate, lines: Int32Array): number {
  let dark = 0;
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const first = stretch * stride + EDGE;
    for (let at = first; at < first + size; at += 1) dark += countOnes(lines[at] ?? 0);
  }
  return Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5) * 10;
}

/**
 * Runs of at least five modules of the same colour in a column: 3 points, plus 1 for each module beyond five. Also finds wide finder
 * patterns.
 */
function runPenalty({ size, stretches, stride, lanes }: SymbolTemplate, lines: Int32Array): number {
  let penalty = 0;
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const lane = lanes[stretch] ?? 0;
    const first = stretch * stride + EDGE;
    const end = first + size;
    let above = lines[first] ?? 0;
    // One bit per column: set where the previous line ended a run of at least two, three ... modules of the same colour.
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

/** Finder-like patterns (dark, light, three dark, light, dark, with four light modules on one side): 40 points each. */
function finderPenalty({ size, stretches, stride }: SymbolTemplate, lines: Int32Array): number {
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

/** Bit mask of the columns whose three dark modules around a line form the centre of a finder-like pattern. */
function finderAround(lines: Int32Array, at: number, middle: number): number {
  const ring = middle & (lines[at - 3] ?? 0) & (lines[at + 3] ?? 0) & ~((lines[at - 4] ?? 0) | (lines[at + 4] ?? 0));
  if (ring === 0) return 0;
  const before = (lines[at - 5] ?? 0) | (lines[at - 6] ?? 0) | (lines[at - 7] ?? 0);
  const behind = (lines[at + 5] ?? 0) | (lines[at + 6] ?? 0) | (lines[at + 7] ?? 0);
  return ring & ~(before & behind);
}

/** Finder-like patterns with modules of at least twice the size, around the dark runs that ended on this line. */
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

/** Whether `unit` light modules, `unit` dark ones and a light one follow. */
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

/** Number of set bits in a word. */
function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
