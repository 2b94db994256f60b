import { completeDigits, refuseForeign } from './encoding/check-digit.ts';
import { encodeLinear } from './encoding/encoder.ts';
import { SymbolError } from './encoding/symbols.ts';
import type { LinearSymbol } from './encoding/symbols.ts';

/** Longer symbols are not readable in practice. */
const MAX_CHARACTERS = 100;

/** Encodes an even number of digits as Interleaved 2 of 5. Every bar and space is narrow (1 module) or wide. Throws a `SymbolError`. */
export function encodeItf(text: string): LinearSymbol {
  const needed = 'ITF needs an even number of digits';
  refuseForeign(text, /\D/u, needed);
  if (text === '' || text.length % 2 === 1) throw new SymbolError(`${needed}, not "${text}"`);
  if (text.length > MAX_CHARACTERS) throw new SymbolError(`ITF holds at most ${MAX_CHARACTERS} digits here, not ${text.length}`);
  return withoutLastSpace(encodeLinear({ symbology: 'interleaved2of5', data: text, options: {} }, text));
}

/** Encodes an ITF-14 of 13 digits, to which the check digit is added, or of 14 with a correct check digit. Throws a `SymbolError`. */
export function encodeItf14(text: string): LinearSymbol {
  return encodeItf(completeDigits(text, 'ITF-14', 14));
}

/**
 * Encodes upper case letters, digits and a few symbols as Code 39. Every bar and space is narrow (1 module) or wide. Throws a
 * `SymbolError`.
 */
export function encodeCode39(text: string, hasCheckCharacter: boolean): LinearSymbol {
  if (text === '') throw new SymbolError('Code39 needs at least one character');
  if (text.length > MAX_CHARACTERS) throw new SymbolError(`Code39 holds at most ${MAX_CHARACTERS} characters here, not ${text.length}`);
  const foreign = /[^0-9A-Z\-. $/+%]/u.exec(text);
  if (foreign) {
    const what = 'upper case letters, digits, space and - . $ / + %';
    throw new SymbolError(`Code39 holds ${what} only, not "${foreign[0]}" (at character ${foreign.index + 1})`);
  }
  return withoutLastSpace(encodeLinear({ symbology: 'code39', data: text, options: { includecheck: hasCheckCharacter } }, text));
}

/** Removes the encoder's space after the last bar, which belongs to the quiet zone. */
function withoutLastSpace(symbol: LinearSymbol): LinearSymbol {
  return { ...symbol, modules: (symbol.bars.at(-2) ?? 0) + (symbol.bars.at(-1) ?? 0) };
}
