import { existsSync, readFileSync } from 'node:fs';

/** A component of a value as the GS1 syntax dictionary writes it. */
export interface DictionaryPart {
  characters: string;
  shortest: number;
  longest: number;
  isOptional: boolean;
  linters: string[];
}

/** An entry of the dictionary for one application identifier. */
export interface DictionaryEntry {
  id: string;
  parts: DictionaryPart[];
  /** Each `req`: one of its groups must be there, with all of its patterns. */
  required: string[][][];
  /** Patterns of what must not be there. */
  excluded: string[];
  /** Sequences of qualifiers behind a primary key of a Digital Link; undefined for what is none. */
  qualifiers: string[][] | undefined;
  isAttribute: boolean;
}

const DICTIONARY = new URL('../../../shared/data/gs1-syntax-dictionary.txt', import.meta.url);

/**
 * Whether the GS1 syntax dictionary (Apache-2.0) lies beside the checkout. It is an oracle and no part of the project, so what is held
 * against it is skipped, and counted as skipped, on a machine that has only the checkout.
 */
export const hasGs1Dictionary = existsSync(DICTIONARY);

/** Every application identifier of the GS1 syntax dictionary, ranges taken apart; none where the dictionary is not there. */
export function readGs1Dictionary(): DictionaryEntry[] {
  const text = hasGs1Dictionary ? readFileSync(DICTIONARY, 'utf8') : '';
  return text.split('\n').flatMap((line) => {
    const [content = ''] = line.split('#');
    return content.trim() === '' ? [] : readLine(content.trim().split(/\s+/u));
  });
}

function readLine([range = '', ...words]: string[]): DictionaryEntry[] {
  const [first = '', last = first] = range.split('-');
  const flags = /^[*?]+$/u.test(words[0] ?? '') ? (words[0] ?? '') : '';
  const after = (key: string): string[] => words.flatMap((word) => (word.startsWith(`${key}=`) ? [word.slice(key.length + 1)] : []));
  const entry = {
    parts: words.filter((word) => /^\[?[NXYZ][.\d]/u.test(word)).map(readPart),
    required: after('req').map((value) => value.split(',').map((group) => group.split('+'))),
    excluded: after('ex').flatMap((value) => value.split(',')),
    qualifiers: words.includes('dlpkey')
      ? [[]]
      : after('dlpkey').map((value) => value.split('|').map((sequence) => sequence.split(',')))[0],
    isAttribute: flags.includes('?'),
  };
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, index) => ({ ...entry, id: String(Number(first) + index).padStart(first.length, '0') }));
}

function readPart(word: string): DictionaryPart {
  const [, bracket, characters = '', dots, length] = /^(\[?)([NXYZ])(\.\.)?(\d+)/u.exec(word) ?? [];
  return {
    characters,
    shortest: dots ? 1 : Number(length),
    longest: Number(length),
    isOptional: bracket === '[',
    linters: word.split(',').slice(1),
  };
}

/** Whether an identifier is one that a pattern of the dictionary means: n is any digit. */
export function matchesPattern(pattern: string, id: string): boolean {
  return new RegExp(`^${pattern.replaceAll('n', '\\d')}$`, 'u').test(id);
}
