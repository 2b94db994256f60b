import { LEVELS, NotConformant, NotRun, type Check, type Level, type Result } from './check.ts';
import type { Printers } from './printers.ts';
import type { Target } from './target.ts';
import { unmet, Visit } from './visit.ts';
import type { Workshop } from './workshop.ts';

export interface SuiteOptions {
  checks: readonly Check[];
  target: Target;
  workshop: Workshop;
  printers: Printers;
  /** Receives each result; returning `stop` ends the run. */
  onResult?: (result: Result) => 'stop' | undefined;
}

export interface Outcome {
  results: readonly Result[];
  /** What could not be restored, in sentences. */
  left: readonly string[];
}

/** The checks of a level and of those before it. */
export function upTo(level: Level, checks: readonly Check[]): Check[] {
  return checks.filter((check) => LEVELS.indexOf(check.level) <= LEVELS.indexOf(level));
}

/** Runs the checks one after the other and restores the target. */
export async function runSuite({ checks, onResult, ...parts }: SuiteOptions): Promise<Outcome> {
  const results: Result[] = [];
  const left: string[] = [];
  for (const check of checks) {
    const visit = new Visit(parts);
    const begun = performance.now();
    const ending = await endingOf(check, visit);
    left.push(...(await cleared(parts, visit)));
    const result: Result = { check, notes: visit.notes, milliseconds: performance.now() - begun, ...ending };
    results.push(result);
    if (onResult?.(result) === 'stop') break;
  }
  left.push(...(await told(() => parts.printers.putBack())));
  left.push(...(await told(async () => (await parts.workshop.leftovers()).map((path) => `${path} could not be removed`))));
  return { results, left };
}

type Ending =
  | { outcome: 'passed' }
  | { outcome: 'failed'; fault: NotConformant }
  | { outcome: 'not run'; reason: string; applies: boolean };

async function endingOf(check: Check, visit: Visit): Promise<Ending> {
  for (const need of check.needs ?? []) {
    const reason = unmet(need, visit.printers);
    if (reason !== undefined) return { outcome: 'not run', reason, applies: need !== 'single' && need !== 'several' };
  }
  try {
    await takePrinters(check, visit);
    await check.run(visit);
    return { outcome: 'passed' };
  } catch (error) {
    if (error instanceof NotConformant) return { outcome: 'failed', fault: error };
    if (error instanceof NotRun) return { outcome: 'not run', reason: error.message, applies: true };
    return { outcome: 'failed', fault: unreadable(error) };
  }
}

/** A response that the check did not expect. */
function unreadable(error: unknown): NotConformant {
  const seen = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new NotConformant({ request: 'the requests of this check', expected: 'valid responses', seen });
}

/** Empties the queues that the check uses, and waits until the printers can print if it needs that. */
async function takePrinters({ needs = [] }: Check, visit: Visit): Promise<void> {
  const count = needs.includes('second-printer') ? 2 : needs.includes('printer') || needs.includes('marks') ? 1 : 0;
  const { printers } = visit;
  for (const name of printers.allowed.slice(0, count)) {
    const note = await printers.take(name);
    if (note !== undefined) visit.note(note);
    if (needs.includes('marks')) await printers.warm(name);
  }
}

async function cleared({ printers, workshop }: Pick<SuiteOptions, 'printers' | 'workshop'>, visit: Visit): Promise<string[]> {
  const settings = await told(() => visit.leave());
  const rest = await told(async () => {
    await printers.clear();
    await workshop.clear();
    return [];
  });
  return [...settings, ...rest];
}

/** The result of `work`, or a message that the target no longer responds. */
async function told(work: () => Promise<string[]>): Promise<string[]> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotConformant) return [error.message];
    throw error;
  }
}
