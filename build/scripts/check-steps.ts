import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
export const REPORTS = join(ROOT, 'node_modules/.cache/reports');

export interface Step {
  name: string;
  command: string[];
  /** It keeps every core busy by itself, so that nothing runs beside it. */
  takesAllCores?: boolean;
  /** Counts its tests into `<name>.json`. */
  countsTests?: 'vitest' | 'playwright';
}

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
    ...filters,
  ],
  takesAllCores: true,
  countsTests: 'vitest',
});

/** In the order in which they begin: the longest of those that run side by side first. */
export const STEPS: readonly Step[] = [
  { name: 'lint', command: ['eslint', '--config', 'build/eslint.config.js', '--max-warnings=0', '.'] },
  { name: 'format', command: ['prettier', '--check', '--log-level=warn', '.'] },
  { name: 'types', command: ['vue-tsc', '-b'] },
  { name: 'layers', command: ['depcruise', '--config', 'build/dependency-rules.cjs', 'electron', 'renderer'] },
  { name: 'unused', command: ['knip', '--config', 'build/knip.json'] },
  { name: 'contract-duplicates', command: ['node', 'build/scripts/contract-duplicates.ts'] },
  { name: 'fault-table', command: ['node', 'build/scripts/update-fault-table.ts', '--check'] },
  { name: 'rule-table', command: ['node', 'build/scripts/update-rule-table.ts', '--check'] },
  { name: 'build', command: ['node', 'build/scripts/build.ts', '--desktop'] },
  { name: 'browser', command: ['node', 'build/scripts/ensure-browser.ts'] },
  vitest('unit', 'tests/unit'),
  vitest('contract', 'tests/contract'),
  vitest('integration', 'tests/integration'),
  {
    name: 'e2e',
    command: ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'],
    takesAllCores: true,
    countsTests: 'playwright',
  },
];
