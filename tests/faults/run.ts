/**
 * `npm run faults -- kills --count 500 --seed 7`: does one run of faults. Ends with one line of figures and 0, with 1 and the seed that
 * repeats it when an invariant does not hold, with 2 for flags that cannot be followed.
 */
import { join } from 'node:path';
import { endWithChildren } from '#support/own-children.ts';
import { chooseRun, type ChosenRun } from './choose-run.ts';
import { Violation } from './fault-run.ts';
import { RUNS } from './runs.ts';

const ROOT = join(import.meta.dirname, '../..');

function readFlags(): ChosenRun | undefined {
  try {
    return chooseRun(RUNS, process.argv.slice(2), Date.now() % 1_000_000);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

async function main(): Promise<number> {
  const chosen = readFlags();
  if (!chosen) return 2;
  const { run, amount, seed } = chosen;
  // Hundreds of controllers are started: their modules are compiled once.
  process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/compiled');
  const repeated = `npm run faults -- ${run.name} --${run.unit} ${amount} --seed ${seed}`;
  console.error(repeated);
  const work = await run.load();
  const begun = performance.now();
  try {
    const figures = await work({ amount, seed, tell: (line) => console.error(`${run.name}: ${line}`) });
    console.log(`${run.name}: ${figures}; seed ${seed}, ${Math.round((performance.now() - begun) / 1_000)} s`);
    return 0;
  } catch (error) {
    console.error(error instanceof Violation ? error.message : error);
    console.log(`${run.name}: does not hold; repeat with: ${repeated}`);
    return 1;
  }
}

endWithChildren();
process.exit(await main());
