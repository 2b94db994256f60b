import { randomBytes } from 'node:crypto';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import type { Check, Result } from '../check.ts';
import { CHECKS } from '../checks.ts';
import { Printers } from '../printers.ts';
import { summary } from '../report.ts';
import { runSuite, type Outcome } from '../suite.ts';
import { Target } from '../target.ts';
import { Workshop } from '../workshop.ts';
import type { Mutant } from './mutant.ts';
import { Proxy } from './proxy.ts';

/** Required share of detected mutants. */
const GOAL = 0.95;
/** Patience for things that mutants never do, in milliseconds. */
const PATIENCE = 1_200;

type Report = (line: string) => void;

/** A controller with its printers, and the proxy that injects faults. */
interface TestBed {
  controller: ControllerProcess;
  proxy: Proxy;
  /** The address of the proxy. */
  url: string;
}

/** Starts a test bed without samples. */
export async function openTestBed(printers: number): Promise<TestBed> {
  const controller = await startController({ flags: ['--empty', '--virtual-printers', String(printers)] });
  const proxy = new Proxy(controller.url);
  return { controller, proxy, url: await proxy.listen() };
}

export async function closeTestBed({ controller, proxy }: TestBed): Promise<void> {
  await proxy.close();
  await controller.stop();
}

interface Round {
  testBed: TestBed;
  checks: readonly Check[];
  patience?: number;
  onResult?: (result: Result) => 'stop' | undefined;
}

/**
 * Runs checks through the proxy with all printers and prints permitted. Items that a fault kept from being restored are restored past the
 * proxy.
 */
async function round({ testBed, checks, patience, onResult }: Round): Promise<Outcome> {
  const direct = new Target({ url: testBed.controller.url });
  const target = new Target({ url: testBed.url, ...(patience !== undefined && { patience }) });
  const workshop = new Workshop(target, `conf-${randomBytes(4).toString('hex')}`);
  const all = await Printers.open(direct, { printers: [], mayPrint: false });
  const printers = await Printers.open(direct, { printers: all.all, mayPrint: true }, target);
  const outcome = await runSuite({ checks, target, workshop, printers, ...(onResult && { onResult }) });
  await printers.clear(direct);
  await workshop.clear(direct);
  for (const path of await workshop.leftovers(direct)) await direct.delete(path);
  return outcome;
}

/** The check that detects a mutant; undefined if it survives. Checks related to its fault are tried first. */
export async function find(mutant: Mutant, testBed: TestBed): Promise<Check | undefined> {
  testBed.proxy.fault = mutant.fault();
  const isAbout = ({ id }: Check) => id.startsWith(mutant.about);
  const ordered = [...CHECKS.filter(isAbout), ...CHECKS.filter((check) => !isAbout(check))];
  let finder: Check | undefined;
  const onResult = (result: Result) => {
    if (result.outcome === 'failed') finder = result.check;
    return finder && 'stop';
  };
  await round({ testBed, checks: ordered, patience: PATIENCE, onResult });
  return finder;
}

/** Runs the suite on faultless controllers; returns failures, and checks that ran on none of them. */
async function soundness(testBeds: readonly TestBed[], report: Report): Promise<string[]> {
  const passed = new Set<string>();
  const wrong: string[] = [];
  for (const testBed of testBeds) {
    const outcome = await round({ testBed, checks: CHECKS });
    report(summary(outcome));
    for (const result of outcome.results) {
      if (result.outcome === 'passed') passed.add(result.check.id);
      if (result.outcome === 'failed') wrong.push(`${result.check.id} fails on a faultless controller: ${result.fault.message}`);
    }
    wrong.push(...outcome.left);
  }
  return [...wrong, ...CHECKS.filter(({ id }) => !passed.has(id)).map(({ id }) => `${id} never passed`)];
}

/** Runs all mutants and reports the survivors. Returns whether the suite passes on a faultless controller and detects enough mutants. */
export async function hunt(mutants: readonly Mutant[], report: Report): Promise<boolean> {
  const started = performance.now();
  const testBeds = await Promise.all([openTestBed(2), openTestBed(1)]);
  try {
    const wrong = await soundness(testBeds, report);
    for (const line of wrong) report(line);
    if (wrong.length > 0) return false;
    let found = 0;
    for (const mutant of mutants) {
      const finder = await find(mutant, testBeds[mutant.isSingle ? 1 : 0]);
      if (finder) found += 1;
      report(finder ? `found: ${mutant.name} (${finder.id})` : `SURVIVES: ${mutant.name}`);
    }
    report(`mutants: ${found} of ${mutants.length} found, ${Math.round((performance.now() - started) / 1_000)} s`);
    return found >= mutants.length * GOAL;
  } finally {
    await Promise.all(testBeds.map(closeTestBed));
  }
}
