import { checkDigit } from './check-digit.ts';
import type { TextFault } from './gs1-dates.ts';
import { GS1_IDENTIFIERS } from './gs1-identifiers.ts';
import { ruleFault } from './gs1-rules.ts';

/** An element string: application identifier and value, both resolved. */
export interface Gs1Data {
  id: string;
  value: string;
}

/** A part of an application identifier's value. */
export interface ValuePart {
  characters: 'N' | 'X' | 'Y' | 'Z';
  shortest: number;
  longest: number;
  isOptional: boolean;
  rules: readonly string[];
}

/** What is known of an application identifier. */
interface Gs1Identifier {
  parts: readonly ValuePart[];
  /** One of these groups must stand on the same label, each with all of its patterns; any does when there is none. */
  partners: readonly (readonly string[])[];
  /** None of these patterns may stand in the same code. */
  rivals: readonly string[];
}

const CHARACTER_SETS = {
  N: { foreign: /[^0-9]/u, what: 'digits' },
  X: { foreign: /[^!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]/u, what: 'the characters that GS1 allows' },
  Y: { foreign: /[^#\-/0-9A-Z]/u, what: 'upper case letters, digits, #, - and /' },
  Z: { foreign: /[^0-9A-Za-z_=-]/u, what: 'letters, digits, _, - and =' },
} as const;

/** The first two digits of identifiers whose values have a length that every reader knows: nothing separates them from what follows. */
const KNOWN_LENGTHS = new Set('00 01 02 03 04 11 12 13 14 15 16 17 18 19 20 31 32 33 34 35 36 41'.split(' '));

const identifiers = readIdentifiers();

/** Whether there is such an application identifier. */
export function isGs1Identifier(id: string): boolean {
  return identifiers.has(id);
}

/** Every application identifier, as the table lists them. */
export function gs1Identifiers(): string[] {
  return [...identifiers.keys()];
}

/** What the value of an identifier is made of; nothing for what is none. */
export function gs1Parts(id: string): readonly ValuePart[] {
  return identifiers.get(id)?.parts ?? [];
}

/** Whether a reader needs a separator to see where the value ends. */
export function needsSeparator(id: string): boolean {
  return !KNOWN_LENGTHS.has(id.slice(0, 2));
}

/**
 * What is wrong with an element string, as a sentence that ends with the character; undefined when nothing is. Characters are counted
 * from the value's first one, which is the character `first` of its text.
 */
export function gs1Fault({ id, value }: Gs1Data, first = 1): string | undefined {
  const known = identifiers.get(id);
  if (!known) return `There is no application identifier (${id})`;
  const fault = lengthFault(known.parts, value) ?? partsFault(known.parts, value);
  return fault && `The value "${value}" of (${id}) ${fault.what} (at character ${first + fault.at})`;
}

/**
 * An SSCC of 17 digits gets its check digit: a serial number that counts cannot bring its own. Other values stay as they are, for a GTIN of
 * one digit less may be another GTIN.
 */
export function completeSscc({ id, value }: Gs1Data): Gs1Data {
  return { id, value: id === '00' && /^\d{17}$/u.test(value) ? value + checkDigit(value) : value };
}

/** The most characters that the value of an identifier has; for one that needs no separator it is exactly so many. */
export function gs1Length(id: string): number {
  return identifiers.get(id)?.parts.reduce((sum, part) => sum + part.longest, 0) ?? 0;
}

/** Which of these identifiers must not stand in the same code as `id`. */
export function gs1Rivals(id: string, others: readonly string[]): string[] {
  const rivals = identifiers.get(id)?.rivals ?? [];
  return others.filter((other) => other !== id && rivals.some((pattern) => isMatch(pattern, other)));
}

/** The groups of which one must stand beside `id`, when none of them is complete among the others. */
export function gs1MissingPartners(id: string, others: readonly string[]): readonly (readonly string[])[] {
  const partners = identifiers.get(id)?.partners ?? [];
  const isThere = (pattern: string): boolean => others.some((other) => isMatch(pattern, other));
  return partners.some((group) => group.every(isThere)) ? [] : partners;
}

/** In a pattern n is any digit. */
function isMatch(pattern: string, id: string): boolean {
  return pattern.length === id.length && [...pattern].every((character, index) => character === 'n' || character === id[index]);
}

function lengthFault(parts: readonly ValuePart[], value: string): TextFault | undefined {
  const longest = parts.reduce((sum, part) => sum + part.longest, 0);
  const shortest = parts.reduce((sum, part) => sum + (part.isOptional ? 0 : part.shortest), 0);
  if (value.length >= shortest && value.length <= longest) return undefined;
  const unit = parts.every(({ characters }) => characters === 'N') ? 'digits' : 'characters';
  const range = shortest === longest ? `exactly ${longest}` : `${shortest} to ${longest}`;
  return { at: Math.min(value.length, longest), what: `must have ${range} ${unit}, not ${value.length}` };
}

function partsFault(parts: readonly ValuePart[], value: string): TextFault | undefined {
  let start = 0;
  for (const part of parts) {
    const text = value.slice(start, start + part.longest);
    if (text === '' && part.isOptional) continue;
    const fault = partFault(part, text);
    if (fault) return { at: start + fault.at, what: fault.what };
    start += text.length;
  }
  return undefined;
}

function partFault({ characters, shortest, rules }: ValuePart, text: string): TextFault | undefined {
  const { foreign, what } = CHARACTER_SETS[characters];
  const at = text.search(foreign);
  if (at >= 0) return { at, what: `must have ${what} only` };
  if (text.length < shortest) return { at: text.length, what: `is too short at "${text}"` };
  for (const rule of rules) {
    const fault = ruleFault(rule, text);
    if (fault) return fault;
  }
  return undefined;
}

function readIdentifiers(): Map<string, Gs1Identifier> {
  const read = new Map<string, Gs1Identifier>();
  for (const line of GS1_IDENTIFIERS.trim().split('\n')) {
    const [range = '', ...words] = line.split(' ');
    const [first = '', last = first] = range.split('-');
    const known = {
      parts: words.filter((word) => /^[NXYZ]/u.test(word)).map(readPart),
      partners: listBehind('+', words).map((group) => group.split('&')),
      rivals: listBehind('-', words),
    };
    for (let id = Number(first); id <= Number(last); id += 1) read.set(String(id).padStart(first.length, '0'), known);
  }
  return read;
}

function listBehind(sign: string, words: readonly string[]): string[] {
  const word = words.find((candidate) => candidate.startsWith(sign));
  return word === undefined ? [] : word.slice(1).split(',');
}

function readPart(text: string): ValuePart {
  const [, characters, shortest, longest = shortest, optional, rules = ''] =
    /^([NXYZ])(\d+)(?:\.\.(\d+))?(\?)?((?::\w+)*)$/u.exec(text) ?? [];
  return {
    characters: (characters ?? 'X') as ValuePart['characters'],
    shortest: Number(shortest),
    longest: Number(longest),
    isOptional: optional === '?',
    rules: rules.split(':').slice(1),
  };
}
