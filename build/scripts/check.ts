/**
 * `npm run check`: the whole gate, each step named with its time; the first that fails ends it with exit code 1. `npm run check -- unit e2e` runs
 * those named, and `--thorough` tries properties more often and lints every file again. A failed test is repeated once. Ends with one line that counts the
 * tests.
 */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PROGRAMS } from './build.ts';
import { BUILD, LINT_CACHE, REPORTS, ROOT, STEPS, type Step } from './check-steps.ts';
import { runConcurrently } from './run-concurrently.ts';
import { readPlaywrightReport, readVitestReport, slowest, type FileTime, type TestCount } from './test-reports.ts';

const SLOWEST = 10;
const THOROUGH = '--thorough';
/** How many times as often properties are tried with `--thorough`. */
const THOROUGH_PROPERTY_RUNS = '20';

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
    // Hundreds of stations and controllers are started from the same code: more than half of a start was reading and compiling it.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
    STROBE_PROGRAMS: PROGRAMS.output,
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
  await addTests(step);
  return isGreen;
}

const total: TestCount = { passed: 0, failed: 0, skipped: 0 };
const files: FileTime[] = [];
const flaky: string[] = [];

const readers = { vitest: readVitestReport, playwright: readPlaywrightReport };

async function addTests({ name, tests }: Step): Promise<void> {
  if (!tests) return;
  try {
    const report = JSON.parse(await readFile(join(REPORTS, `${name}.json`), 'utf8')) as object;
    const { count, ...own } = readers[tests](report, ROOT);
    for (const kind of ['passed', 'failed', 'skipped'] as const) total[kind] += count[kind];
    files.push(...own.files);
    flaky.push(...own.flaky);
  } catch (error) {
    console.error(`${name} left no report: ${String(error)}`);
    total.failed += 1;
  }
}

function printSlowest(): void {
  if (files.length === 0) return;
  console.log(`\nThe slowest test files:`);
  for (const { file, seconds } of slowest(files, SLOWEST)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

function printFlaky(): void {
  if (flaky.length === 0) return;
  console.log('\nFailed, and passed when repeated: they have a race, or the product has one:');
  for (const test of flaky) console.log(`  ${test}`);
}

function printTotal(isGreen: boolean): void {
  const failed = isGreen ? total.failed : Math.max(total.failed, 1);
  const others = [[total.skipped, 'skipped'] as const, [flaky.length, 'repeated'] as const].filter(([count]) => count > 0);
  console.log(`\n${[`${total.passed} passed`, `${failed} failed`, ...others.map(([count, what]) => `${count} ${what}`)].join(', ')}`);
}

/** The steps named, or all. What the tests start is made before them. */
function stepsNamed(names: readonly string[]): Step[] {
  const named = STEPS.filter(({ name }) => names.length === 0 || names.includes(name));
  const areProgramsNeeded = named.some(({ tests }) => tests !== undefined);
  return STEPS.filter((step) => named.includes(step) || (step.name === BUILD && areProgramsNeeded));
}

async function main(): Promise<void> {
  const isThorough = process.argv.includes(THOROUGH);
  const names = process.argv.slice(2).filter((argument) => argument !== THOROUGH);
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(', ')}. The steps are ${STEPS.map((step) => step.name).join(', ')}.`);
    process.exit(2);
  }
  if (isThorough) {
    process.env['STROBE_PROPERTY_RUNS'] ??= THOROUGH_PROPERTY_RUNS;
    await rm(LINT_CACHE, { recursive: true, force: true });
  }
  await rm(REPORTS, { recursive: true, force: true });
  await mkdir(REPORTS, { recursive: true });
  const isGreen = await runConcurrently(stepsNamed(names), { cores: availableParallelism(), run: runShown });
  printSlowest();
  printFlaky();
  printTotal(isGreen);
  if (!isGreen) process.exit(1);
}

await main();
