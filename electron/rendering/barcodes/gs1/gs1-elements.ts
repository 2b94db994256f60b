import { checkDigit } from '../encoding/check-digit.ts';
import type { TextFault } from './gs1-dates.ts';
import { GS1_IDENTIFIERS } from './application-identifiers.ts';
import { ruleFault } from './gs1-rules.ts';

/** An element string: resolved application identifier and value. */
export interface ElementString {
  id: string;
  value: string;
}

/** A component of an application identifier's value. */
export interface ValuePart {
  characters: 'N' | 'X' | 'Y' | 'Z';
  shortest: number;
  longest: number;
  isOptional: boolean;
  rules: readonly string[];
}

/** The definition of an application identifier. */
interface Gs1Identifier {
  parts: readonly ValuePart[];
  /** One of these groups of patterns must be completely present on the same label; empty if there is no requirement. */
  associations: readonly (readonly string[])[];
  /** Identifiers that match these patterns are not allowed in the same code. */
  invalidPairs: readonly string[];
}

const CHARACTER_SETS = {
  N: { foreign: /[^0-9]/u, what: 'digits' },
  X: { foreign: /[^!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]/u, what: 'the characters that GS1 allows' },
  Y: { foreign: /[^#\-/0-9A-Z]/u, what: 'upper case letters, digits, #, - and /' },
  Z: { foreign: /[^0-9A-Za-z_=-]/u, what: 'letters, digits, _, - and =' },
} as const;

/** The first two digits of identifiers with a predefined length: no separator follows their values. */
const KNOWN_LENGTHS = new Set('00 01 02 03 04 11 12 13 14 15 16 17 18 19 20 31 32 33 34 35 36 41'.split(' '));

const identifiers = readIdentifiers();

/** Whether the application identifier exists. */
export function isGs1Identifier(id: string): boolean {
  return identifiers.has(id);
}

/** All application identifiers in the order of the table. */
export function gs1Identifiers(): string[] {
  return [...identifiers.keys()];
}

/** The components of an identifier's value; empty for an unknown identifier. */
export function gs1Parts(id: string): readonly ValuePart[] {
  return identifiers.get(id)?.parts ?? [];
}

/** Whether a separator must follow the value unless it is the last one. */
export function needsSeparator(id: string): boolean {
  return !KNOWN_LENGTHS.has(id.slice(0, 2));
}

/**
 * The fault of an element string, as a sentence that ends with the character's number; undefined if it is valid. The first character of the
 * value has the number `first`.
 */
export function gs1Fault({ id, value }: ElementString, first = 1): string | undefined {
  const identifier = identifiers.get(id);
  if (!identifier) return `There is no application identifier (${id})`;
  const fault = lengthFault(identifier.parts, value) ?? partsFault(identifier.parts, value);
  if (!fault) return undefined;
  const subject = value === '' ? `The value of (${id}) is empty; it` : `The value "${value}" of (${id})`;
  return `${subject} ${fault.what} (at character ${first + fault.at})`;
}

/**
 * Adds the check digit to an SSCC of 17 digits, since a counter cannot compute it. Other values are unchanged: a GTIN with one digit less
 * may be a different GTIN.
 */
export function completeSscc({ id, value }: ElementString): ElementString {
  return { id, value: id === '00' && /^\d{17}$/u.test(value) ? value + checkDigit(value) : value };
}

/** The maximum length of an identifier's value; the exact length for one without separator. */
export function gs1Length(id: string): number {
  return identifiers.get(id)?.parts.reduce((sum, part) => sum + part.longest, 0) ?? 0;
}

/** The identifiers among `others` that are not allowed in the same code as `id`. */
export function gs1InvalidPairs(id: string, others: readonly string[]): string[] {
  const invalidPairs = identifiers.get(id)?.invalidPairs ?? [];
  return others.filter((other) => other !== id && invalidPairs.some((pattern) => isMatch(pattern, other)));
}

/** The groups of which one must accompany `id`, if none of them is complete among `others`; otherwise empty. */
export function gs1MissingAssociations(id: string, others: readonly string[]): readonly (readonly string[])[] {
  const associations = identifiers.get(id)?.associations ?? [];
  const isPresent = (pattern: string): boolean => others.some((other) => isMatch(pattern, other));
  return associations.some((group) => group.every(isPresent)) ? [] : associations;
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
  return { at: Math.min(value.length, longest), what: `must have ${range} ${unit}${value === '' ? '' : `, not ${value.length}`}` };
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
    const identifier = {
      parts: words.filter((word) => /^[NXYZ]/u.test(word)).map(readPart),
      associations: listBehind('+', words).map((group) => group.split('&')),
      invalidPairs: listBehind('-', words),
    };
    for (let id = Number(first); id <= Number(last); id += 1) read.set(String(id).padStart(first.length, '0'), identifier);
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
