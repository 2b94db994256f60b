/**
 * `npm run conformance -- --url URL`: checks an implementation against the specification. Exits with 0 if nothing failed and nothing was
 * left behind, 1 otherwise, 2 for invalid flags. `--mutants` proves that faults are detected.
 */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { endWithChildren } from '#support/own-children.ts';
import { NotConformant, type Result } from './check.ts';
import { CHECKS } from './checks.ts';
import { FlagError, readFlags, type Flags } from './flags.ts';
import { junit } from './junit.ts';
import { hunt } from './mutants/hunt.ts';
import { MUTANTS } from './mutants/mutants.ts';
import { Printers } from './printers.ts';
import { report, summary, type Setting } from './report.ts';
import { runSuite, upTo } from './suite.ts';
import { Target } from './target.ts';
import { Workshop } from './workshop.ts';

const EXIT = { failed: 1, badFlags: 2 };

async function check(url: string, flags: Flags): Promise<boolean> {
  const target = new Target({ url, key: flags.key });
  const workshop = new Workshop(target, `conf-${randomBytes(4).toString('hex')}`);
  const printers = await Printers.open(target, flags);
  let isStopped = false;
  // The first Ctrl+C ends the run after the current check, so that everything is restored.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (isStopped = true));
  const onResult = (result: Result) => {
    if (result.outcome === 'failed') console.log(`failed: ${result.check.id}\n  ${result.check.says}\n  ${result.fault.message}`);
    return isStopped ? 'stop' : undefined;
  };
  const outcome = await runSuite({ checks: upTo(flags.level, CHECKS), target, workshop, printers, onResult });
  const { level, mayPrint } = flags;
  const setting: Setting = { url, level, mayPrint, printers: flags.printers, at: new Date().toISOString(), prefix: workshop.prefix };
  if (flags.report !== undefined) await writeFile(flags.report, report(outcome, setting));
  if (flags.junit !== undefined) await writeFile(flags.junit, junit(outcome.results));
  console.log(summary(outcome));
  return !isStopped && outcome.left.length === 0 && outcome.results.every((result) => result.outcome !== 'failed');
}

async function huntAll(): Promise<boolean> {
  endWithChildren();
  return hunt(MUTANTS, (line) => console.log(line));
}

async function main(): Promise<number> {
  try {
    const flags = readFlags(process.argv.slice(2));
    const isGood = flags.url === undefined ? await huntAll() : await check(flags.url, flags);
    return isGood ? 0 : EXIT.failed;
  } catch (error) {
    if (!(error instanceof FlagError || error instanceof NotConformant)) throw error;
    console.error(error.message);
    return error instanceof FlagError ? EXIT.badFlags : EXIT.failed;
  }
}

process.exitCode = await main();
