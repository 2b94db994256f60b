import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startVitest, type TestModule } from 'vitest/node';
import { SUITES, type SuiteName } from './mutant.ts';
import { ROOT } from './plant.ts';

const { values } = parseArgs({ options: { suite: { type: 'string' }, area: { type: 'string' } } });

/** Runs a suite, or only an area of it, and prints how it went as JSON. A program of its own: with a fault it may never end. */
const vitest = await startVitest('test', [SUITES[values.suite as SuiteName].tests], {
  ...{ root: ROOT, config: join(import.meta.dirname, 'vitest.config.ts'), watch: false, reporters: [{}] },
  ...(values.area !== undefined && { testNamePattern: new RegExp(`^[^>]+ > ${values.area} > `) }),
});
const modules = vitest.state.getTestModules();
console.log(JSON.stringify({ ...summarise(modules), unhandled: vitest.state.getUnhandledErrors().length }));
await vitest.close();
process.exit(0);

function summarise(all: TestModule[]): { passed: number; failed: string[]; broken: string[] } {
  const tests = all.flatMap((module) => [...module.children.allTests()]);
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: tests.filter((test) => test.result().state === 'failed').map((test) => test.fullName),
    broken: all.flatMap((module) => module.errors()).map(({ message }) => message),
  };
}
