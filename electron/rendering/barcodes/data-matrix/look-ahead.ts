import {
  ASCII,
  BASE256,
  C40,
  EDIFACT,
  FNC1,
  TEXT,
  X12,
  X12_VALUES,
  C40_VALUES,
  TEXT_VALUES,
  isDigit,
  isEdifact,
  isX12End,
} from './values.ts';
import type { Scheme, Values } from './values.ts';

/** Cost of switching from another scheme to each scheme, in codewords. ASCII is the initial scheme. */
const FROM_ASCII = [0, 1, 1, 1, 1, 1.25] as const;
const FROM_OTHER = [1, 2, 2, 2, 2, 2.25] as const;
/** Minimum number of characters to examine before a scheme may win. */
const MIN_CHARACTERS = 5;

const ALL: readonly Scheme[] = [ASCII, C40, TEXT, X12, EDIFACT, BASE256];
const BUT_ASCII: readonly Scheme[] = [C40, TEXT, X12, EDIFACT, BASE256];
const BUT_X12: readonly Scheme[] = [ASCII, C40, TEXT, EDIFACT, BASE256];
/** Schemes that must be beaten by a clear margin, in the order of comparison. */
const CONTENDERS: readonly Scheme[] = [EDIFACT, TEXT, X12];

/** Cost of each character in codewords; ASCII costs are in halves. */
const CHARACTER_COSTS = [
  costs((code) => (isDigit(code) ? 0.5 : code > 127 && code !== FNC1 ? 2 : 1)),
  costs((code) => shiftedCost(code, C40_VALUES)),
  costs((code) => shiftedCost(code, TEXT_VALUES)),
  costs((code) => otherCost(code, { holds: X12_VALUES[code] !== undefined, cost: 0.6666667, foreign: 3.3333334, upper: 4.3333334 })),
  costs((code) => otherCost(code, { holds: isEdifact(code), cost: 0.75, foreign: 3.25, upper: 4.25 })),
  costs((code) => (code === FNC1 ? 4 : 1)),
] as const;

/** Codewords needed up to the current character, by scheme. */
const totals = new Float32Array(ALL.length);

/** The best scheme for the text from the character `start` on (ISO/IEC 16022, annex P). */
export function bestScheme(codes: Uint16Array, { start, length, scheme }: { start: number; length: number; scheme: Scheme }): Scheme {
  totals.set(scheme === ASCII ? FROM_ASCII : FROM_OTHER);
  if (scheme !== ASCII) totals[scheme] = 0;
  for (let at = start; at < length; at += 1) {
    addCharacter(codes[at] ?? 0);
    if (at - start + 1 < MIN_CHARACTERS) continue;
    const winner = clearWinner(codes, at + 1, length);
    if (winner !== undefined) return orAsciiForFnc1(winner, codes[start]);
  }
  return orAsciiForFnc1(lastWinner(), codes[start]);
}

/** Base 256 cannot encode FNC1. */
function orAsciiForFnc1(scheme: Scheme, code: number | undefined): Scheme {
  return scheme === BASE256 && code === FNC1 ? ASCII : scheme;
}

function addCharacter(code: number): void {
  const ascii = totals[ASCII] ?? 0;
  totals[ASCII] = (isDigit(code) ? ascii : Math.ceil(ascii)) + (CHARACTER_COSTS[ASCII][code] ?? 0);
  for (let scheme: Scheme = C40; scheme <= BASE256; scheme += 1)
    totals[scheme] = (totals[scheme] ?? 0) + (CHARACTER_COSTS[scheme]?.[code] ?? 0);
}

/** The scheme that needs at least one codeword less than all others; undefined if there is none yet. */
function clearWinner(codes: Uint16Array, next: number, length: number): Scheme | undefined {
  const bytes = total(BASE256) + 1;
  if (total(ASCII) + 1 <= lowestBut(ASCII, ALL)) return ASCII;
  if (bytes <= total(ASCII) || bytes < lowestBut(BASE256, BUT_ASCII)) return BASE256;
  for (const scheme of CONTENDERS) if (total(scheme) + 1 < lowestBut(scheme, ALL)) return scheme;
  if (total(C40) + 1 >= lowestBut(C40, BUT_X12) || total(C40) > total(X12)) return undefined;
  return total(C40) === total(X12) && endsAsX12(codes, next, length) ? X12 : C40;
}

/** The scheme with the fewest codewords for the whole text. */
function lastWinner(): Scheme {
  for (const scheme of ALL) totals[scheme] = Math.ceil(total(scheme));
  if (total(ASCII) <= lowestBut(ASCII, ALL)) return ASCII;
  if (total(BASE256) < lowestBut(BASE256, ALL)) return BASE256;
  return CONTENDERS.find((scheme) => total(scheme) < lowestBut(scheme, ALL)) ?? C40;
}

function total(scheme: Scheme): number {
  return totals[scheme] ?? 0;
}

function lowestBut(own: Scheme, schemes: readonly Scheme[]): number {
  let lowest = Infinity;
  for (const scheme of schemes) if (scheme !== own) lowest = Math.min(lowest, total(scheme));
  return lowest;
}

/** Whether an X12 segment terminator comes before the next character that X12 cannot encode. */
function endsAsX12(codes: Uint16Array, next: number, length: number): boolean {
  for (let at = next; at < length; at += 1) {
    const code = codes[at] ?? 0;
    if (isX12End(code)) return true;
    if (X12_VALUES[code] === undefined) return false;
  }
  return false;
}

function costs(cost: (code: number) => number): Float64Array {
  return Float64Array.from({ length: FNC1 + 1 }, (_, code) => cost(code));
}

function shiftedCost(code: number, values: Values): number {
  return otherCost(code, { holds: values[code]?.length === 1, cost: 0.6666667, foreign: 1.3333334, upper: 2.6666667 });
}

function otherCost(
  code: number,
  { holds, cost, foreign, upper }: { holds: boolean; cost: number; foreign: number; upper: number },
): number {
  if (holds) return cost;
  return code > 127 && code !== FNC1 ? upper : foreign;
}
