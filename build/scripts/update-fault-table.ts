/**
 * Writes `tests/faults/README.md`: which cases of faults and abuse have tests, and where. A test names its cases at the start of
 * its title (`A2 a kill between send and confirm ...`). With `--check` nothing is written, and an outdated table ends in exit code 1.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const TABLE = join(ROOT, 'tests/faults/README.md');
const TITLE = /['"`]((?:[A-I]\d{1,2} )+)[a-z%]/g;

const HEAD = `# Faults and abuse

Which cases have tests, read from the tests' own titles by \`npm run fault-table\`. The letters: A crashes, B power and disk, C time,
D network and devices, E abuse of the service, F files and imports, G the desktop app, H people, I supply chain.

| case | tests | where |
| ---- | ----- | ----- |
`;

function table(): string {
  const places = new Map<string, string[]>();
  for (const file of globSync('tests/**/*.{test,spec}.ts', { cwd: ROOT }).sort()) {
    for (const [, cases = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(TITLE)) {
      for (const name of cases.trim().split(' ')) places.set(name, [...(places.get(name) ?? []), file.replaceAll('\\', '/')]);
    }
  }
  const rows = [...places].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  const lines = rows.map(
    ([name, files]) => `| ${name} | ${files.length} | ${[...new Set(files)].map((file) => file.slice('tests/'.length)).join('<br>')} |`,
  );
  return HEAD + lines.join('\n') + '\n';
}

if (!process.argv.includes('--check')) writeFileSync(TABLE, table());
else if (readFileSync(TABLE, 'utf8') !== table()) {
  console.error('tests/faults/README.md is outdated: run `npm run fault-table`.');
  process.exit(1);
}
