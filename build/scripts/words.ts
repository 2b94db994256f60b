/**
 * `npm run check -- words`: reports the words that the glossary replaces, in code, tests, English texts and documents. Names every place and
 * exits with code 1.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findWords } from '../lint/words.ts';

const root = join(import.meta.dirname, '../..');
const PLACES = [
  '{electron,renderer,tests,build}/**/*.{ts,vue,css,html,cjs,js}',
  'renderer/locales/en/*.json',
  '{docs,tests,renderer}/**/*.md',
  '*.md',
];
/** The glossary lists the words, the translators' table has those of other languages, and the test of the rule plants them. */
const EXCEPT = new Set(['docs/glossary.md', 'renderer/locales/README.md', 'tests/unit/build/words.test.ts']);

const files = globSync(PLACES, { cwd: root }).filter((file) => !EXCEPT.has(file));
const found = files.flatMap((file) => findWords(readFileSync(join(root, file), 'utf8')).map((word) => ({ file, ...word })));

for (const { file, line, word, say } of found) console.error(`${file}:${line} "${word.trim()}": say ${say}`);
if (found.length > 0) process.exit(1);
console.log(`${files.length} files, none of the words that docs/glossary.md replaces`);
