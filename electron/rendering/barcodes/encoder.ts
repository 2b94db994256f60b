import bwip from 'bwip-js/generic';
import type { LinearSymbol, MatrixSymbol } from './symbols.ts';
import { SymbolError } from './symbols.ts';

const MOST_SYMBOLS = 500;
const linearSymbols = new Map<string, LinearSymbol>();
const matrixSymbols = new Map<string, MatrixSymbol>();

/** What the encoder is asked for; `options` are the library's own. */
export interface EncoderInput {
  symbology: string;
  data: string;
  options: Readonly<Record<string, string | number | boolean>>;
}

/** The bars of a linear code. Throws a `SymbolError` when the data do not fit. */
export function encodeLinear(input: EncoderInput, text: string): LinearSymbol {
  return remember(linearSymbols, input, (symbol) => {
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

/** The modules of a matrix code; of stacked codes each row that differs from the one above once. Throws a `SymbolError` when the data do not fit. */
export function encodeMatrix(input: EncoderInput): MatrixSymbol {
  return remember(matrixSymbols, input, (symbol) => {
    if (!('pixs' in symbol)) throw new SymbolError(`"${input.data}" did not become a matrix code`);
    return { width: symbol.pixx, height: symbol.pixs.length / symbol.pixx, modules: Uint8Array.from(symbol.pixs) };
  });
}

/** What the encoder gives: widths of bars and spaces in turn, or modules row by row. */
type RawSymbol = { sbs: number[] } | { pixs: number[]; pixx: number };

/** Symbols by content: encoding takes milliseconds, and most prints repeat most of their codes. The one unused for longest goes first. */
function remember<Symbol>(cache: Map<string, Symbol>, input: EncoderInput, make: (symbol: RawSymbol) => Symbol): Symbol {
  const key = JSON.stringify(input);
  const known = cache.get(key);
  if (known) {
    cache.delete(key);
    cache.set(key, known);
    return known;
  }
  const made = make(encode(input));
  const oldest = cache.size < MOST_SYMBOLS ? undefined : cache.keys().next().value;
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(key, made);
  return made;
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

/** The encoder's own words without the name of its procedure. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^bwipp\.\w+(?:#\d+)?:\s*/u, '');
}
