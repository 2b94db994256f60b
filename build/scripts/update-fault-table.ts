/**
 * Writes `tests/faults/README.md`: which fault and abuse cases have tests or runs, and where. A test names its cases at the start of its
 * title (`A2 a kill between send and confirm ...`), a run in `tests/faults/runs.ts`. With `--check` it writes nothing and exits with code 1
 * if the table is outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byNumber, isRule, numberedTests } from './numbered-tests.ts';

const ROOT = join(import.meta.dirname, '../..');
const TABLE = join(ROOT, 'tests/faults/README.md');

interface Run {
  name: string;
  unit: string;
  standard: number;
  cases: readonly string[];
  shows: string;
}

const HEAD = `# Faults and abuse

What must not happen to a production line, and the tests that show it does not. [Faults](../../docs/faults.md) says what each code means and what Strobe does: A
crashes, B power and disk, C time, D network and devices, E abuse of the service, F files and imports, G the desktop app, I the invariants of printing, J what was found under attack and
in use. H is for the rules of the operator's page, which have [a table of their own](../e2e/README.md).

A test names its cases at the start of its title. \`npm run fault-table\` writes this file from the titles; do not edit it by hand.

| case | tests | where |
| ---- | ----- | ----- |
`;

const RUNS_HEAD = `
## Runs

Runs take too long for every check, so each is started by itself, against the real program. A run ends with one line of figures and exit code 0 if every invariant held; with 1 at the first that did
not, and the seed that repeats it; with 2 for wrong flags. \`npm test\` includes short versions of some of them.

| run | cases | what it does, and its invariants |
| --- | ----- | ------------------------------- |
`;

function table(runs: readonly Run[]): string {
  const tests = new Map([...numberedTests(ROOT)].filter(([name]) => !isRule(name)));
  const names = new Set([...tests.keys(), ...runs.flatMap(({ cases }) => cases)]);
  const lines = [...names].sort(byNumber).map((name) => {
    const files = (tests.get(name) ?? []).map(({ file }) => file);
    const where = [...new Set(files)];
    const inRuns = runs.filter(({ cases }) => cases.includes(name)).map((run) => `run \`${run.name}\``);
    return `| ${name} | ${files.length} | ${[...where, ...inRuns].join('<br>')} |\n`;
  });
  const runLines = runs.map(
    ({ name, unit, standard, cases, shows }) =>
      `| \`npm run faults -- ${name} --${unit} ${standard} --seed 1\` | ${[...cases].sort(byNumber).join(' ')} | ${shows} |\n`,
  );
  return HEAD + lines.join('') + RUNS_HEAD + runLines.join('');
}

const { RUNS } = (await import(new URL('../../tests/faults/runs.ts', import.meta.url).href)) as { RUNS: readonly Run[] };
if (!process.argv.includes('--check')) writeFileSync(TABLE, table(RUNS));
else if (readFileSync(TABLE, 'utf8') !== table(RUNS)) {
  console.error('tests/faults/README.md is outdated: run `npm run fault-table`.');
  process.exit(1);
}
