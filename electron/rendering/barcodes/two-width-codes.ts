import { completeDigits, refuseForeign } from './check-digit.ts';
import { encodeLinear } from './encoder.ts';
import { SymbolError } from './symbols.ts';
import type { LinearSymbol } from './symbols.ts';

/** More than this no reader takes. */
const MOST_CHARACTERS = 100;

/** Interleaved 2 of 5 of an even number of digits. Every bar and space is narrow (1 module) or wide. */
export function encodeItf(text: string): LinearSymbol {
  const needed = 'ITF needs an even number of digits';
  refuseForeign(text, /\D/u, needed);
  if (text === '' || text.length % 2 === 1) throw new SymbolError(`${needed}, not "${text}"`);
  if (text.length > MOST_CHARACTERS) throw new SymbolError(`ITF holds at most ${MOST_CHARACTERS} digits here, not ${text.length}`);
  return withoutLastSpace(encodeLinear({ symbology: 'interleaved2of5', data: text, options: {} }, text));
}

/** ITF-14 of 13 digits, whose check digit is made, or of 14, whose check digit must be right. */
export function encodeItf14(text: string): LinearSymbol {
  return encodeItf(completeDigits(text, 'ITF-14', 14));
}

/** Code 39 of upper case letters, digits and a few signs. Every bar and space is narrow (1 module) or wide. */
export function encodeCode39(text: string, hasCheckCharacter: boolean): LinearSymbol {
  if (text === '') throw new SymbolError('Code39 needs at least one character');
  if (text.length > MOST_CHARACTERS) throw new SymbolError(`Code39 holds at most ${MOST_CHARACTERS} characters here, not ${text.length}`);
  const foreign = /[^0-9A-Z\-. $/+%]/u.exec(text);
  if (foreign) {
    const what = 'upper case letters, digits, space and - . $ / + %';
    throw new SymbolError(`Code39 holds ${what} only, not "${foreign[0]}" (at character ${foreign.index + 1})`);
  }
  return withoutLastSpace(encodeLinear({ symbology: 'code39', data: text, options: { includecheck: hasCheckCharacter } }, text));
}

/** The encoder also gives the space behind the last bar, which belongs to the quiet zone. */
function withoutLastSpace(symbol: LinearSymbol): LinearSymbol {
  return { ...symbol, modules: (symbol.bars.at(-2) ?? 0) + (symbol.bars.at(-1) ?? 0) };
}
