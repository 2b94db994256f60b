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

/** So much of the mutants must be found. */
const GOAL = 0.95;
/** What a mutant never does is not waited for long. */
const PATIENCE = 1_200;

type Tell = (line: string) => void;

/** A controller with its printers, and the proxy that gives it faults. */
interface Ground {
  controller: ControllerProcess;
  proxy: Proxy;
  /** The address of the proxy. */
  url: string;
}

/** Starts one, without samples. */
export async function openGround(printers: number): Promise<Ground> {
  const controller = await startController({ flags: ['--empty', '--virtual-printers', String(printers)] });
  const proxy = new Proxy(controller.url);
  return { controller, proxy, url: await proxy.listen() };
}

export async function closeGround({ controller, proxy }: Ground): Promise<void> {
  await proxy.close();
  await controller.stop();
}

interface Round {
  ground: Ground;
  checks: readonly Check[];
  patience?: number;
  onResult?: (result: Result) => 'stop' | undefined;
}

/** Runs checks through the proxy with all printers and marks allowed. What a fault kept from being put back is put back past it. */
async function round({ ground, checks, patience, onResult }: Round): Promise<Outcome> {
  const direct = new Target({ url: ground.controller.url });
  const target = new Target({ url: ground.url, ...(patience !== undefined && { patience }) });
  const workshop = new Workshop(target, `conf-${randomBytes(4).toString('hex')}`);
  const all = await Printers.open(direct, { printers: [], mayPrint: false });
  const printers = await Printers.open(direct, { printers: all.all, mayPrint: true }, target);
  const outcome = await runSuite({ checks, target, workshop, printers, ...(onResult && { onResult }) });
  await printers.clear(direct);
  await workshop.clear(direct);
  for (const path of await workshop.leftovers(direct)) await direct.delete(path);
  return outcome;
}

/** The check that finds a mutant; undefined when it survives. Those that are about its fault are tried first. */
export async function find(mutant: Mutant, ground: Ground): Promise<Check | undefined> {
  ground.proxy.fault = mutant.fault();
  const isAbout = ({ id }: Check) => id.startsWith(mutant.about);
  const ordered = [...CHECKS.filter(isAbout), ...CHECKS.filter((check) => !isAbout(check))];
  let finder: Check | undefined;
  const onResult = (result: Result) => {
    if (result.outcome === 'failed') finder = result.check;
    return finder && 'stop';
  };
  await round({ ground, checks: ordered, patience: PATIENCE, onResult });
  return finder;
}

/** The suite on a sound controller: what failed, and what ran on neither of both. */
async function soundness(grounds: readonly Ground[], tell: Tell): Promise<string[]> {
  const passed = new Set<string>();
  const wrong: string[] = [];
  for (const ground of grounds) {
    const outcome = await round({ ground, checks: CHECKS });
    tell(summary(outcome));
    for (const result of outcome.results) {
      if (result.outcome === 'passed') passed.add(result.check.id);
      if (result.outcome === 'failed') wrong.push(`${result.check.id} fails on a sound controller: ${result.fault.message}`);
    }
    wrong.push(...outcome.left);
  }
  return [...wrong, ...CHECKS.filter(({ id }) => !passed.has(id)).map(({ id }) => `${id} never passed`)];
}

/** Looks for the mutants, and tells which survive. True when the suite passes on a sound controller and finds enough of them. */
export async function hunt(mutants: readonly Mutant[], tell: Tell): Promise<boolean> {
  const begun = performance.now();
  const grounds = await Promise.all([openGround(2), openGround(1)]);
  try {
    const wrong = await soundness(grounds, tell);
    for (const line of wrong) tell(line);
    if (wrong.length > 0) return false;
    let found = 0;
    for (const mutant of mutants) {
      const finder = await find(mutant, grounds[mutant.isSingle ? 1 : 0]);
      if (finder) found += 1;
      tell(finder ? `found: ${mutant.name} (${finder.id})` : `SURVIVES: ${mutant.name}`);
    }
    tell(`mutants: ${found} of ${mutants.length} found, ${Math.round((performance.now() - begun) / 1_000)} s`);
    return found >= mutants.length * GOAL;
  } finally {
    await Promise.all(grounds.map(closeGround));
  }
}
