import { availableParallelism } from 'node:os';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache');
export const REPORTS = join(CACHE, 'reports');
/** Files that did not change are not linted again, even if a rule that looks at types would now find something by what they import: see `--thorough`. */
export const LINT_CACHE = join(CACHE, 'eslint/');

/** The step that makes what the tests start. */
export const BUILD = 'build';

export interface Step {
  name: string;
  command: string[];
  /** Uses every core, so no other step runs at the same time. */
  takesAllCores?: boolean;
  /** Writes its test results to `<name>.json`; `npm run check -- <name>` first builds the programs that the tests start. */
  tests?: 'vitest' | 'playwright';
}

/** Tests that wait for the other side of a connection most of the time take twice as many processes. */
const WAITING = `--maxWorkers=${2 * availableParallelism()}`;

/**
 * How often a failed test is repeated in a run of the gate. Tests with processes, sockets and browsers depend on a machine that may be busy; one
 * that passes when it is repeated is named at the end, since it has a race or the product has one.
 */
const REPEATS = 1;

const vitest = (name: string, ...filters: string[]): Step => ({
  name,
  command: [
    'vitest',
    'run',
    '--config',
    'build/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${join(REPORTS, name)}.json`,
    `--retry=${REPEATS}`,
    ...filters,
  ],
  takesAllCores: true,
  tests: 'vitest',
});

/** In the order of their start; the longest of the concurrent steps come first. */
export const STEPS: readonly Step[] = [
  {
    name: 'component-lint',
    command: [
      ...['eslint', '--config', 'build/eslint.config.js', '--max-warnings=0'],
      ...['--cache', '--cache-strategy=content', `--cache-location=${LINT_CACHE}`, 'renderer/**/*.vue'],
    ],
  },
  { name: 'page-types', command: ['vue-tsc', '-p', 'build/tsconfig.page.json'] },
  {
    name: 'types',
    // Ten times as fast as the TypeScript that `vue-tsc` needs.
    command: ['node', 'node_modules/typescript-7/bin/tsc', '-b', ...['pure', 'node', 'tests'].map((name) => `build/tsconfig.${name}.json`)],
  },
  { name: 'lint', command: ['oxlint', '--type-aware', '--config', 'build/oxlint.json', 'electron', 'renderer', 'build', 'tests'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'layers', command: ['node', 'build/scripts/layers.ts'] },
  { name: 'unused', command: ['knip', '--config', 'build/knip.json'] },
  { name: 'contract-duplicates', command: ['node', 'build/scripts/contract-duplicates.ts'] },
  { name: 'words', command: ['node', 'build/scripts/words.ts'] },
  { name: 'fault-table', command: ['node', 'build/scripts/update-fault-table.ts', '--check'] },
  { name: 'rule-table', command: ['node', 'build/scripts/update-rule-table.ts', '--check'] },
  { name: BUILD, command: ['node', 'build/scripts/build.ts', '--desktop', '--programs'] },
  { name: 'browser', command: ['node', 'build/scripts/ensure-browser.ts'] },
  vitest('unit', 'tests/unit'),
  vitest('contract', 'tests/contract', WAITING),
  vitest('integration', 'tests/integration'),
  // One after the other: both build the package.
  vitest('package', 'tests/package', '--no-file-parallelism'),
  {
    name: 'e2e',
    command: ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', `--retries=${REPEATS}`],
    takesAllCores: true,
    tests: 'playwright',
  },
];
