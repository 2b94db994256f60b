/**
 * Refuses a word that the contract already has: an exported name of `electron/contract/` that is declared again elsewhere is a
 * type written twice. A class may bear its noun's name: it is the room, not the word. Ends with exit code 1 and names every place.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const DECLARATION = /^\s*(?:export\s+)?(?:declare\s+)?(?:(?:interface|enum)\s+([A-Z]\w*)|type\s+([A-Z]\w*)\s*(?:<.*>)?\s*=)/;
const SCHEMA = /^\s*(?:export\s+)?const\s+(\w+Schema)\b/;

interface Place {
  file: string;
  line: number;
  name: string;
}

function declarations(pattern: string): Place[] {
  return globSync(pattern, { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((text, index) => {
        const match = DECLARATION.exec(text) ?? SCHEMA.exec(text);
        const name = match?.[1] ?? match?.[2];
        return name ? [{ file, line: index + 1, name }] : [];
      }),
  );
}

const words = new Map(declarations('electron/contract/**/*.ts').map((place) => [place.name, place.file]));
const twice = [...declarations('electron/!(contract)/**/*.ts'), ...declarations('renderer/**/*.{ts,vue}')].filter(({ name }) =>
  words.has(name),
);

for (const { file, line, name } of twice)
  console.error(`${file}:${line} declares ${name} again; the contract has it in ${words.get(name)}`);
if (twice.length > 0) process.exit(1);
console.log(`${words.size} words of the contract, none written twice`);
