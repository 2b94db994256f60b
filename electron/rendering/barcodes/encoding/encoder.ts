import bwip from 'bwip-js/generic';
import { LRUCache } from 'lru-cache';
import type { LinearSymbol, MatrixSymbol } from './symbols.ts';
import { SymbolError } from './symbols.ts';

const MAX_SYMBOLS = 500;
/** Encoding takes milliseconds, and most prints repeat most of their codes. */
const linearSymbols = new LRUCache<string, LinearSymbol>({ max: MAX_SYMBOLS });
const matrixSymbols = new LRUCache<string, MatrixSymbol>({ max: MAX_SYMBOLS });

/** Input of the bwip-js encoder; `options` are those of bwip-js. */
export interface EncoderInput {
  symbology: string;
  data: string;
  options: Readonly<Record<string, string | number | boolean>>;
}

/** Encodes a linear barcode. Throws a `SymbolError` if the data do not fit. */
export function encodeLinear(input: EncoderInput, text: string): LinearSymbol {
  return memoize(linearSymbols, input, (symbol) => {
    if (!('sbs' in symbol)) throw new SymbolError(`"${input.data}" did not become a linear code`);
    const bars: number[] = [];
    let at = 0;
    for (const [index, width] of symbol.sbs.entries()) {
      if (index % 2 === 0) bars.push(at, width);
      at += width;
    }
    return { modules: at, bars, text };
  });
}

/**
 * Encodes a matrix code. A stacked code has one row of modules for each distinct row of the symbol. Throws a `SymbolError` if the data do
 * not fit.
 */
export function encodeMatrix(input: EncoderInput): MatrixSymbol {
  return memoize(matrixSymbols, input, (symbol) => {
    if (!('pixs' in symbol)) throw new SymbolError(`"${input.data}" did not become a matrix code`);
    return { width: symbol.pixx, height: symbol.pixs.length / symbol.pixx, modules: Uint8Array.from(symbol.pixs) };
  });
}

/** Output of bwip-js: alternating widths of bars and spaces, or modules row by row. */
type RawSymbol = { sbs: number[] } | { pixs: number[]; pixx: number };

function memoize<Symbol extends object>(
  cache: LRUCache<string, Symbol>,
  input: EncoderInput,
  convert: (symbol: RawSymbol) => Symbol,
): Symbol {
  const key = JSON.stringify(input);
  const cached = cache.get(key);
  if (cached) return cached;
  const symbol = convert(encode(input));
  cache.set(key, symbol);
  return symbol;
}

function encode({ symbology, data, options }: EncoderInput): RawSymbol {
  try {
    const [symbol] = bwip.raw(symbology, data, options);
    if (!symbol) throw new SymbolError('The data did not become a code');
    return symbol;
  } catch (error) {
    if (error instanceof SymbolError) throw error;
    throw new SymbolError(`The data do not fit into the code: ${reasonOf(error)}`, { cause: error });
  }
}

/** The message of bwip-js without the procedure name. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^bwipp\.\w+(?:#\d+)?:\s*/u, '');
}
