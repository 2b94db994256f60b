import { encodeLinear } from './encoding/encoder.ts';
import { SymbolError } from './encoding/symbols.ts';
import type { LinearSymbol } from './encoding/symbols.ts';

/** Longer symbols are not readable in practice. */
const MAX_CHARACTERS = 100;

/**
 * Encodes ASCII text as Code 93 with both check characters (AIM USS-93). Characters outside its alphabet become pairs of symbol characters.
 * Throws a `SymbolError`.
 */
export function encodeCode93(text: string): LinearSymbol {
  if (text === '') throw new SymbolError('Code93 needs at least one character');
  if (text.length > MAX_CHARACTERS) throw new SymbolError(`Code93 holds at most ${MAX_CHARACTERS} characters here, not ${text.length}`);
  const foreign = /[^\0-\x7f]/u.exec(text);
  if (foreign) throw new SymbolError(`Code93 holds ASCII characters only, not "${foreign[0]}" (at character ${foreign.index + 1})`);
  return encodeLinear({ symbology: 'code93ext', data: text, options: { includecheck: true } }, text.replace(/\p{Cc}/gu, ' '));
}
