import { encodeLinear } from './encoder.ts';
import { SymbolError } from './symbols.ts';
import type { LinearSymbol } from './symbols.ts';

/** More than this no reader takes. */
const MOST_CHARACTERS = 100;

/** Code 93 of ASCII text with both check characters (AIM USS-93); what is not in its alphabet is written as a pair of characters. */
export function encodeCode93(text: string): LinearSymbol {
  if (text === '') throw new SymbolError('Code93 needs at least one character');
  if (text.length > MOST_CHARACTERS) throw new SymbolError(`Code93 holds at most ${MOST_CHARACTERS} characters here, not ${text.length}`);
  const foreign = /[^\0-\x7f]/u.exec(text);
  if (foreign) throw new SymbolError(`Code93 holds ASCII characters only, not "${foreign[0]}" (at character ${foreign.index + 1})`);
  return encodeLinear({ symbology: 'code93ext', data: text, options: { includecheck: true } }, text.replace(/\p{Cc}/gu, ' '));
}
