import { refuseForeign } from './encoding/check-digit.ts';
import { FNC1, START_CODES, chooseCodewords } from './code128/code-sets.ts';
import { drawCodewords } from './code128/patterns.ts';
import { SymbolError } from './encoding/symbols.ts';
import type { LinearSymbol } from './encoding/symbols.ts';

/** The code set of a whole symbol; AUTO switches between them. */
export type Code128Encoding = 'AUTO' | 'A' | 'B' | 'C';

/** Quiet zone before the first bar and after the last one, in modules. */
export const CODE128_QUIET_ZONE = 10;
const MAX_CHARACTERS = 200;
/** FNC1 as written by `gs1Text`. */
const GS1_SEPARATOR = 0x1d;

/** Encodes ASCII text as Code 128: as short as possible (AUTO), or in a single code set. Throws a `SymbolError`. */
export function encodeCode128(text: string, encoding: Code128Encoding): LinearSymbol {
  if (text === '') throw new SymbolError('Code128 needs at least one character');
  if (text.length > MAX_CHARACTERS) throw new SymbolError(`Code128 holds at most ${MAX_CHARACTERS} characters here, not ${text.length}`);
  const foreign = /[^\0-\x7f]/u.exec(text)?.[0];
  if (foreign) throw new SymbolError(`Code128 holds ASCII characters only, not "${foreign}"`);
  const codewords = encoding === 'AUTO' ? chooseCodewords(charactersOf(text)) : [START_CODES[encoding], ...CODE_SETS[encoding](text)];
  return drawCodewords(codewords, printable(text));
}

/** Encodes a text made by `gs1Text` as GS1-128; `interpretation` is the human-readable text. */
export function encodeGs1Code128(text: string, interpretation: string): LinearSymbol {
  const characters = charactersOf(`\x1d${text}`);
  for (let index = 0; index < characters.length; index += 1) if (characters[index] === GS1_SEPARATOR) characters[index] = FNC1;
  return drawCodewords(chooseCodewords(characters), interpretation);
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

/** Set A: space to underscore, then the control characters. */
function codewordA(character: string): number {
  const code = character.charCodeAt(0);
  if (code > 95) throw new SymbolError(`Code set A of Code128 does not hold "${character}"`);
  return code < 32 ? code + 64 : code - 32;
}

/** Set B: space to delete. */
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

/** The human-readable text: control characters become spaces. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
