/**
 * Rejects a type or schema that is declared outside the contract under an exported name of `electron/contract/`: the same type would exist
 * twice. Classes may have the name of their noun. Lists every place and exits with code 1.
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

const contractNames = new Map(declarations('electron/contract/**/*.ts').map((place) => [place.name, place.file]));
const duplicates = [...declarations('electron/!(contract)/**/*.ts'), ...declarations('renderer/**/*.{ts,vue}')].filter(({ name }) =>
  contractNames.has(name),
);

for (const { file, line, name } of duplicates)
  console.error(`${file}:${line} declares ${name} again; the contract declares it in ${contractNames.get(name)}`);
if (duplicates.length > 0) process.exit(1);
console.log(`${contractNames.size} names in the contract, no duplicates`);
