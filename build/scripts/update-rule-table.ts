/**
 * Writes `tests/e2e/README.md`: which test covers which rule of the operator's page, and which rules are open. A test names its rules at
 * the start of its title (`H8 every key ...`). With `--check` it writes nothing and exits with code 1 if the table is outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byNumber, isRule, numberedTests, type NumberedTest } from './numbered-tests.ts';
import { PAGE_RULES } from './page-rules.ts';

const ROOT = join(import.meta.dirname, '../..');
const TABLE = join(ROOT, 'tests/e2e/README.md');

const HEAD = `# Tests of the operator's page

These tests use the page in a real browser, as operators do, by mouse, touch, keyboard and scanner. Each test file runs against a station and a controller of its own, on free ports and in a
temporary folder. They also run in Electron where a binary is found.

- \`npm run e2e\` runs all of them; \`npm run e2e -- tests/e2e/alarms.spec.ts\` one file. The page is built first with \`npm run build\`.
- \`tests/e2e/rules/\` checks every page against the rules of size, colour, text, language and theme; the other files follow one task each from start to end.
- A test waits for a condition, never for a time.

## Rules

[The rules of the page](../../docs/hmi.md) says what each rule demands. This table says which tests cover it. \`npm run rule-table\` writes it from the titles of the tests; do not edit it by hand. A
rule without a test is open.

| rule | requirement | tests |
| ---- | ------------ | ----- |
`;

/** A title for a table cell; placeholders of parameterized tests become an ellipsis. */
function cell({ file, title }: NumberedTest): string {
  const words = title
    .replaceAll(/\$\{[^}]*\}|%s/g, '…')
    .replaceAll('\\', '')
    .replaceAll('|', '/');
  return `${words} (\`${file}\`)`;
}

function line(number: string, tests: readonly NumberedTest[]): string {
  const rule = PAGE_RULES[number];
  if (!rule) throw new Error(`There is no rule ${number}, which ${tests[0]?.file ?? 'nothing'} names.`);
  const covered = tests.map(cell);
  if (tests.length === 0 || rule.open) covered.push(`**open**: ${rule.open ?? 'no test covers it'}`);
  return `| ${number} | ${rule.requirement} | ${covered.join('<br>')} |\n`;
}

function table(): string {
  const tests = numberedTests(ROOT);
  const numbers = new Set([...Object.keys(PAGE_RULES), ...[...tests.keys()].filter(isRule)]);
  return (
    HEAD +
    [...numbers]
      .sort(byNumber)
      .map((number) => line(number, tests.get(number) ?? []))
      .join('')
  );
}

if (!process.argv.includes('--check')) writeFileSync(TABLE, table());
else if (readFileSync(TABLE, 'utf8') !== table()) {
  console.error('tests/e2e/README.md is outdated: run `npm run rule-table`.');
  process.exit(1);
}
