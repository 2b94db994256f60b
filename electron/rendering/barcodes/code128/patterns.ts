import type { LinearSymbol } from '../encoding/symbols.ts';

/** ISO/IEC 15417, table 1: alternating widths of bars and spaces of each codeword; the last one is the stop pattern. */
const WIDTHS = `
212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221
223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321
112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131
311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114
122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141
214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112`;

/** The bars of each codeword in the form of `LinearSymbol.bars`. */
const PATTERNS: readonly (readonly number[])[] = WIDTHS.trim().split(/\s+/u).map(readBars);
const STOP = 106;
const CODEWORD_MODULES = 11;
const STOP_MODULES = 13;
const CHECK_MODULUS = 103;

/** The symbol of codewords that begin with a start code; adds the check character and the stop pattern. */
export function drawCodewords(codewords: readonly number[], text: string): LinearSymbol {
  const bars: number[] = [];
  let check = codewords[0] ?? 0;
  let start = 0;
  for (let index = 0; index < codewords.length; index += 1, start += CODEWORD_MODULES) {
    const codeword = codewords[index] ?? 0;
    check += codeword * index;
    addBars(bars, codeword, start);
  }
  addBars(bars, check % CHECK_MODULUS, start);
  addBars(bars, STOP, start + CODEWORD_MODULES);
  return { modules: start + CODEWORD_MODULES + STOP_MODULES, bars, text };
}

function addBars(bars: number[], codeword: number, module: number): void {
  const pattern = PATTERNS[codeword] ?? [];
  for (let index = 0; index < pattern.length; index += 2) bars.push(module + (pattern[index] ?? 0), pattern[index + 1] ?? 0);
}

function readBars(widths: string): number[] {
  const bars: number[] = [];
  let start = 0;
  for (const [index, width] of [...widths].map(Number).entries()) {
    if (index % 2 === 0) bars.push(start, width);
    start += width;
  }
  return bars;
}
