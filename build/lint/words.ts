/**
 * Words that `docs/glossary.md` replaces by the field's or the platform's, as regular expressions in `words.json`: those that a pattern can tell.
 * Everything on a line counts: names, comments, texts and titles of tests.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  pattern: string;
  /** What to write instead. */
  say: string;
  ignoreCase?: boolean;
}

export interface FoundWord {
  /** Counted from 1. */
  line: number;
  word: string;
  say: string;
}

const ENTRIES = JSON.parse(readFileSync(join(import.meta.dirname, 'words.json'), 'utf8')) as Entry[];
const WORDS = ENTRIES.map(({ pattern, say, ignoreCase }) => ({ pattern: new RegExp(pattern, ignoreCase ? 'gi' : 'g'), say }));

/** The refused words of a text, by line. */
export function findWords(text: string): FoundWord[] {
  return text
    .split('\n')
    .flatMap((content, index) =>
      WORDS.flatMap(({ pattern, say }) => [...content.matchAll(pattern)].map(([word]) => ({ line: index + 1, word, say }))),
    );
}
