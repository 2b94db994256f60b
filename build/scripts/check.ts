/**
 * `npm run check`: the whole gate, step after step, each named with its time; the first that fails ends it with exit code 1.
 * `npm run check -- unit e2e` runs those named. Ends with one line that counts the tests.
 */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const reports = join(root, 'node_modules/.cache/reports');

interface Step {
  name: string;
  command: string[];
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
    `--outputFile=${join(reports, name)}.json`,
    ...filters,
  ],
  countsTests: 'vitest',
});

const STEPS: readonly Step[] = [
  { name: 'format', command: ['prettier', '--check', '--log-level=warn', '.'] },
  { name: 'lint', command: ['eslint', '--config', 'build/eslint.config.js', '--max-warnings=0', '.'] },
  { name: 'types', command: ['vue-tsc', '-b'] },
  { name: 'layers', command: ['depcruise', '--config', 'build/dependency-rules.cjs', 'electron', 'renderer'] },
  { name: 'unused', command: ['knip', '--config', 'build/knip.json'] },
  { name: 'contract-duplicates', command: ['node', 'build/scripts/contract-duplicates.ts'] },
  { name: 'fault-table', command: ['node', 'build/scripts/update-fault-table.ts', '--check'] },
  { name: 'rule-table', command: ['node', 'build/scripts/update-rule-table.ts', '--check'] },
  vitest('unit', 'tests/unit'),
  vitest('contract', 'tests/contract'),
  vitest('integration', 'tests/integration'),
  { name: 'build', command: ['node', 'build/scripts/build.ts', '--desktop'] },
  { name: 'browser', command: ['node', 'build/scripts/ensure-browser.ts'] },
  { name: 'e2e', command: ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'], countsTests: 'playwright' },
];

function run({ name, command }: Step): Promise<boolean> {
  const [program = '', ...args] = command;
  const bin = join(root, 'node_modules/.bin');
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}`, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, `${name}.json`) };
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env, shell: process.platform === 'win32' });
    child.once('error', (error) => {
      console.error(`${program} cannot be started: ${error.message}`);
      resolve(false);
    });
    child.once('exit', (code) => resolve(code === 0));
  });
}

interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
}

const counters = {
  vitest: (report: Record<string, number>): TestCount => ({
    passed: report['numPassedTests'] ?? 0,
    failed: report['numFailedTests'] ?? 0,
    skipped: (report['numPendingTests'] ?? 0) + (report['numTodoTests'] ?? 0),
  }),
  playwright: (report: { stats?: Record<string, number> }): TestCount => ({
    passed: (report.stats?.['expected'] ?? 0) + (report.stats?.['flaky'] ?? 0),
    failed: report.stats?.['unexpected'] ?? 0,
    skipped: report.stats?.['skipped'] ?? 0,
  }),
};

async function countTests(step: Step): Promise<TestCount> {
  if (!step.countsTests) return { passed: 0, failed: 0, skipped: 0 };
  const report: unknown = JSON.parse(await readFile(join(reports, `${step.name}.json`), 'utf8'));
  return counters[step.countsTests](report as Record<string, number> & { stats?: Record<string, number> });
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(', ')}. The steps are ${STEPS.map((step) => step.name).join(', ')}.`);
    process.exit(2);
  }
  await rm(reports, { recursive: true, force: true });
  await mkdir(reports, { recursive: true });
  const steps = STEPS.filter((step) => wanted.length === 0 || wanted.includes(step.name));
  const total: TestCount = { passed: 0, failed: 0, skipped: 0 };
  for (const step of steps) {
    console.log(`\n=== ${step.name}`);
    const begin = performance.now();
    const isGreen = await run(step);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    console.log(`=== ${step.name}: ${isGreen ? 'ok' : 'FAILED'} in ${seconds} s`);
    if (step.countsTests) {
      const count = await countTests(step).catch((error: unknown) => {
        console.error(`${step.name} left no report: ${String(error)}`);
        return { passed: 0, failed: 1, skipped: 0 };
      });
      total.passed += count.passed;
      total.failed += count.failed;
      total.skipped += count.skipped;
    }
    if (!isGreen) {
      console.log(`\n${total.passed} passed, ${Math.max(total.failed, 1)} failed`);
      process.exit(1);
    }
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
}

await main();
