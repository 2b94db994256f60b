import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Random } from '#support/random.ts';
import { Violation, type Order } from '../fault-run.ts';
import { LISTS } from './lists.ts';
import type { Mutant, MutantArea, SuiteName } from './mutant.ts';
import { ROOT, staleMutants } from './plant.ts';

/** The share of faults that must be found. */
const NEEDED = 0.95;
/** The longest time for a suite in milliseconds. A fault that makes it last longer is found. */
const SUITE_LIMIT = 180_000;
/** Suites that run at the same time. */
const PROCESSES = 2;

interface Planted {
  suite: SuiteName;
  index: number;
  mutant: Mutant;
}

interface SuiteResult {
  passed: number;
  failed: string[];
  /** Why the suite could not be run. */
  broken: string[];
  /** Errors outside of any test. */
  unhandled: number;
}

type Finding = 'expected' | 'elsewhere' | 'missed';

/** Plants faults into the engines and the rules that stop lines, one at a time, and runs the suite of the engine or of the rules on each. */
export async function mutants({ amount, seed, tell }: Order): Promise<string> {
  const all = LISTS.flatMap(({ suite, mutants: list }) => list.map((mutant, index) => ({ suite, index, mutant })));
  const stale = staleMutants(LISTS);
  if (stale.length > 0) throw new Error(stale.join('\n'));
  const chosen = choose(all, { amount, seed });
  await refuseFailingSuites(chosen, tell);
  const findings = new Map<Planted, Finding>();
  const queue = chosen.values();
  const work = async (): Promise<void> => {
    for (const planted of queue) {
      const finding = await search(planted);
      findings.set(planted, finding);
      if (finding !== 'expected') tell(`${finding}: ${describe(planted)}`);
      if (findings.size % 10 === 0) tell(`${findings.size} of ${chosen.length} faults`);
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, work));
  return judge(findings);
}

/** All of them, or so many at random. */
function choose(all: readonly Planted[], { amount, seed }: { amount: number; seed: number }): Planted[] {
  const random = new Random(seed);
  const ordered = all.map((planted) => ({ planted, place: random.fraction() })).sort((a, b) => a.place - b.place);
  return ordered.slice(0, amount).map(({ planted }) => planted);
}

/** A suite that fails without a fault would find all of them. */
async function refuseFailingSuites(chosen: readonly Planted[], tell: Order['tell']): Promise<void> {
  for (const suite of new Set(chosen.map((planted) => planted.suite))) {
    const result = await runSuite({ suite });
    const faults = [...(result?.failed ?? ['it takes too long']), ...(result?.broken ?? [])];
    if (faults.length > 0 || !result?.passed || result.unhandled > 0)
      throw new Error(`the suite of ${suite} fails without a fault: ${faults.join(', ')}`);
    tell(`the suite of ${suite} passes without a fault: ${result.passed} tests`);
  }
}

/** First only the checks that should find the fault, then all. */
async function search(planted: Planted): Promise<Finding> {
  const { suite, index, mutant } = planted;
  if (isFound(await runSuite({ suite, index, area: mutant.area }), planted)) return 'expected';
  return isFound(await runSuite({ suite, index }), planted) ? 'elsewhere' : 'missed';
}

/** Undefined: the suite took too long. Throws if the fault keeps the suite from running: it is not one that could happen. */
function isFound(result: SuiteResult | undefined, planted: Planted): boolean {
  if (!result) return true;
  if (result.broken.length > 0) throw new Error(`the suite does not run: ${describe(planted)}\n${result.broken.join('\n')}`);
  return result.failed.length > 0 || result.unhandled > 0;
}

/** `index` is the place of the fault in the list; without it there is none. */
async function runSuite({ suite, index, area }: { suite: SuiteName; index?: number; area?: MutantArea }): Promise<SuiteResult | undefined> {
  const args = [join(import.meta.dirname, 'suite-process.ts'), '--suite', suite, ...(area === undefined ? [] : ['--area', area])];
  const env = { ...process.env, ...(index !== undefined && { STROBE_MUTANT: `${suite} ${index}` }) };
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const limit = setTimeout(() => child.kill('SIGKILL'), SUITE_LIMIT);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  clearTimeout(limit);
  if (child.signalCode === 'SIGKILL') return undefined;
  const json = output.trim().split('\n').at(-1) ?? '';
  if (!json.startsWith('{')) throw new Error(`the suite ended without a result: ${args.join(' ')}\n${output}\n${errors}`);
  return JSON.parse(json) as SuiteResult;
}

function judge(findings: ReadonlyMap<Planted, Finding>): string {
  const count = (finding: Finding) => [...findings.values()].filter((other) => other === finding).length;
  const missed = [...findings].filter(([, finding]) => finding === 'missed').map(([planted]) => planted);
  const found = findings.size - missed.length;
  const areas = new Set(missed.map(({ mutant }) => mutant.area));
  const figures = `${found} of ${findings.size} planted faults found, ${count('expected')} of them by the expected checks`;
  if (found < NEEDED * findings.size)
    throw new Violation([`${figures}; missed in ${[...areas].join(', ')}:`, ...missed.map(describe)].join('\n'));
  return missed.length === 0 ? figures : `${figures}; missed: ${missed.map(describe).join('; ')}`;
}

function describe({ suite, mutant: { area, file, before, after } }: Planted): string {
  return `${suite}, ${area}, ${file}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
}
