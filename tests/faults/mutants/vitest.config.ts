import { defineConfig } from 'vitest/config';
import { LISTS } from './lists.ts';
import { SUITES } from './mutant.ts';
import { fileOf, plant, ROOT } from './plant.ts';

/** Longer than any check takes without a fault, in milliseconds. */
const TEST_LIMIT = 20_000;
/** The suite and the place of the fault in its list, as `zpl 3`; without it there is no fault. */
const [name, place] = (process.env['STROBE_MUTANT'] ?? '').split(' ');
const list = LISTS.find(({ suite }) => suite === name);
const mutant = list?.mutants[Number(place)];
const changed = list && mutant && fileOf(list.suite, mutant);

/** The suites, with a fault planted into a source while it is loaded. */
export default defineConfig({
  root: ROOT,
  plugins: [
    {
      name: 'plant-fault',
      enforce: 'pre',
      transform: (source: string, id: string) => (mutant && id === changed ? plant(mutant, source) : undefined),
    },
  ],
  test: {
    include: Object.values(SUITES).map(({ tests }) => tests),
    // The cache of loaded sources does not know of the fault.
    fsModuleCache: false,
    ...{ pool: 'threads', maxWorkers: 1, isolate: false },
    ...{ testTimeout: TEST_LIMIT, hookTimeout: TEST_LIMIT, bail: 1 },
  },
});
