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
  /** For each `req`: one of the groups must be present, with all of its patterns. */
  required: string[][][];
  /** Patterns of identifiers that must not be present. */
  excluded: string[];
  /** Sequences of qualifiers after a primary key of a Digital Link; undefined for an identifier that is no primary key. */
  qualifiers: string[][] | undefined;
  isAttribute: boolean;
}

const DICTIONARY = new URL('../../../shared/data/gs1-syntax-dictionary.txt', import.meta.url);

/**
 * Whether the GS1 syntax dictionary (Apache-2.0) is next to the checkout. It is not part of the project, so tests that use it
 * are skipped, and reported as skipped, on a machine without it.
 */
export const hasGs1Dictionary = existsSync(DICTIONARY);

/** Every application identifier of the GS1 syntax dictionary, with ranges expanded; empty without the dictionary. */
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

/** Whether an identifier matches a pattern of the dictionary, in which n is any digit. */
export function matchesPattern(pattern: string, id: string): boolean {
  return new RegExp(`^${pattern.replaceAll('n', '\\d')}$`, 'u').test(id);
}
