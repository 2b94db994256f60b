/**
 * Writes `tests/e2e/README.md`: which test covers which rule of the operator's page, and what is open. A test names its rules at the
 * start of its title (`H8 every key ...`). With `--check` nothing is written, and an outdated table ends in exit code 1.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byNumber, isRule, numberedTests, type NumberedTest } from './numbered-titles.ts';
import { PAGE_RULES } from './page-rules.ts';

const ROOT = join(import.meta.dirname, '../..');
const TABLE = join(ROOT, 'tests/e2e/README.md');

const HEAD = `# The operator's page

A person's journeys in a real browser, and the rules that every page keeps. Each journey runs against a station and a controller of
its own.

## Rules

Which test covers which rule, read from the tests' own titles by \`npm run rule-table\`. What no test covers is open.

| rule | what it says | tests |
| ---- | ------------ | ----- |
`;

/** A title in one cell of a table; what a test fills in is left out. */
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
  if (tests.length === 0 || rule.open) covered.push(`**open**: ${rule.open ?? 'no test names it'}`);
  return `| ${number} | ${rule.says} | ${covered.join('<br>')} |\n`;
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
