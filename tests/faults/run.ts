/**
 * `npm run faults -- kills --count 500 --seed 7`: executes one fault run. Prints one line of figures and exits with 0, with 1 and the
 * reproducing seed if an invariant is violated, or with 2 for invalid flags.
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
  const { run, amount, kills, seed } = chosen;
  // The run starts hundreds of controllers, so their compiled modules are cached.
  process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/compiled');
  const ofKills = kills === undefined ? '' : ` --kills ${kills}`;
  const command = `npm run faults -- ${run.name} --${run.unit} ${amount}${ofKills} --seed ${seed}`;
  console.error(command);
  const work = await run.load();
  const started = performance.now();
  try {
    const figures = await work({ amount, kills, seed, tell: (line) => console.error(`${run.name}: ${line}`) });
    console.log(`${run.name}: ${figures}; seed ${seed}, ${Math.round((performance.now() - started) / 1_000)} s`);
    return 0;
  } catch (error) {
    console.error(error instanceof Violation ? error.message : error);
    console.log(`${run.name}: invariant violated; reproduce with: ${command}`);
    return 1;
  }
}

endWithChildren();
process.exit(await main());
