import { refuseForeign } from './check-digit.ts';
import { FNC1, START_CODES, chooseCodewords } from './code128/codewords.ts';
import { drawCodewords } from './code128/patterns.ts';
import { SymbolError } from './symbols.ts';
import type { LinearSymbol } from './symbols.ts';

export type Code128Encoding = 'AUTO' | 'A' | 'B' | 'C';

/** Modules that stay free before the first bar and behind the last one. */
export const CODE128_QUIET_ZONE = 10;
const MOST_CHARACTERS = 200;
/** FNC1 as `gs1Text` writes it. */
const GS1_SEPARATOR = 0x1d;

/** Code 128 of ASCII text, in the shortest form (AUTO) or in one code set from end to end. */
export function encodeCode128(text: string, encoding: Code128Encoding): LinearSymbol {
  if (text === '') throw new SymbolError('Code128 needs at least one character');
  if (text.length > MOST_CHARACTERS) throw new SymbolError(`Code128 holds at most ${MOST_CHARACTERS} characters here, not ${text.length}`);
  const foreign = /[^\0-\x7f]/u.exec(text)?.[0];
  if (foreign) throw new SymbolError(`Code128 holds ASCII characters only, not "${foreign}"`);
  const codewords = encoding === 'AUTO' ? chooseCodewords(charactersOf(text)) : [START_CODES[encoding], ...CODE_SETS[encoding](text)];
  return drawCodewords(codewords, printable(text));
}

/** GS1-128 of a text that `gs1Text` has written; `writing` stands beside the bars. */
export function encodeGs1Code128(text: string, writing: string): LinearSymbol {
  const characters = charactersOf(`\x1d${text}`);
  for (let index = 0; index < characters.length; index += 1) if (characters[index] === GS1_SEPARATOR) characters[index] = FNC1;
  return drawCodewords(chooseCodewords(characters), writing);
}

function charactersOf(text: string): Uint8Array {
  const characters = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) characters[index] = text.charCodeAt(index);
  return characters;
}

const CODE_SETS = {
  A: (text: string): number[] => [...text].map((character) => codewordA(character)),
  B: (text: string): number[] => [...text].map((character) => codewordB(character)),
  C: codewordsC,
} as const;

/** Set A: from space to underscore, then the control characters. */
function codewordA(character: string): number {
  const code = character.charCodeAt(0);
  if (code > 95) throw new SymbolError(`Code set A of Code128 does not hold "${character}"`);
  return code < 32 ? code + 64 : code - 32;
}

/** Set B: from space to delete. */
function codewordB(character: string): number {
  const code = character.charCodeAt(0);
  if (code < 32) throw new SymbolError('Code set B of Code128 does not hold control characters');
  return code - 32;
}

/** Set C: pairs of digits. */
function codewordsC(text: string): number[] {
  const needed = 'Code set C of Code128 needs an even number of digits';
  refuseForeign(text, /\D/u, needed);
  if (text === '' || text.length % 2 === 1) throw new SymbolError(`${needed}, not "${text}"`);
  return (text.match(/\d\d/gu) ?? []).map(Number);
}

/** What can be written beside the bars: control characters become spaces. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
