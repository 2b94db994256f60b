/**
 * Writes `tests/faults/README.md`: which cases of faults and abuse have tests or runs, and where. A test names its cases at the start of
 * its title (`A2 a kill between send and confirm ...`), a run in `tests/faults/runs.ts`. With `--check` nothing is written, and an outdated
 * table ends in exit code 1.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byNumber, isRule, numberedTests } from './numbered-titles.ts';

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

Which cases have tests, read from the tests' own titles by \`npm run fault-table\`. The letters: A crashes, B power and disk, C time,
D network and devices, E abuse of the service, F files and imports, G the desktop app, I supply chain and the invariants of printing,
I1 to I8. H are the rules of the operator's page: see [the table of its rules](../e2e/README.md).

| case | tests | where |
| ---- | ----- | ----- |
`;

const RUNS_HEAD = `
## Runs

What takes too long for every check runs by itself, on the real program. Each run ends with one line of figures: 0 when everything
held; 1 at the first thing that did not, with the seed that repeats it; 2 for flags that cannot be followed.

| run | cases | what it does and what must hold |
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
