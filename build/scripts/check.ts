/**
 * `npm run check`: the whole gate, each step named with its time; the first that fails ends it with exit code 1.
 * `npm run check -- unit e2e` runs those named. Ends with one line that counts the tests.
 */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { REPORTS, ROOT, STEPS, type Step } from './check-steps.ts';
import { runSideBySide } from './side-by-side.ts';

interface Ending {
  isGreen: boolean;
  /** What it wrote, unless it wrote to the terminal itself. */
  output: string;
}

/** Runs one to its end. What runs beside others keeps its output until then: lines of two would mix. */
function run({ name, command, takesAllCores }: Step, signal: AbortSignal): Promise<Ending> {
  const [program = '', ...args] = command;
  const env = {
    ...process.env,
    PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
    // Hundreds of stations and controllers are started from the same sources: half of a start was reading these.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(REPORTS, `${name}.json`),
  };
  const out = takesAllCores ? 'inherit' : 'pipe';
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', out, out], env, signal, shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', (error) => {
      if (!signal.aborted) console.error(`${program} cannot be started: ${error.message}`);
    });
    child.once('close', (code) => resolve({ isGreen: code === 0, output }));
  });
}

/** Runs one under its heading. One that was ended because another failed says nothing. */
async function runShown(step: Step, signal: AbortSignal): Promise<boolean> {
  if (step.takesAllCores) console.log(`\n=== ${step.name}`);
  const begin = performance.now();
  const { isGreen, output } = await run(step, signal);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  if (signal.aborted) return false;
  if (!step.takesAllCores) process.stdout.write(`\n=== ${step.name}\n${output}`);
  console.log(`=== ${step.name}: ${isGreen ? 'ok' : 'FAILED'} in ${seconds} s`);
  if (step.countsTests) await addTests(step);
  return isGreen;
}

interface TestCount {
  passed: number;
  failed: number;
  skipped: number;
}

const total: TestCount = { passed: 0, failed: 0, skipped: 0 };

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
  const report: unknown = JSON.parse(await readFile(join(REPORTS, `${step.name}.json`), 'utf8'));
  return counters[step.countsTests](report as Record<string, number> & { stats?: Record<string, number> });
}

async function addTests(step: Step): Promise<void> {
  const count = await countTests(step).catch((error: unknown) => {
    console.error(`${step.name} left no report: ${String(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(', ')}. The steps are ${STEPS.map((step) => step.name).join(', ')}.`);
    process.exit(2);
  }
  await rm(REPORTS, { recursive: true, force: true });
  await mkdir(REPORTS, { recursive: true });
  const steps = STEPS.filter((step) => wanted.length === 0 || wanted.includes(step.name));
  if (!(await runSideBySide(steps, { cores: availableParallelism(), run: runShown }))) {
    console.log(`\n${total.passed} passed, ${Math.max(total.failed, 1)} failed`);
    process.exit(1);
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
}

await main();
