import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Two kinds of tests share one runner: those of the page see a DOM, all others see Node as it is. */
export default defineConfig({
  root,
  plugins: [vue()],
  test: {
    reporters: ['default'],
    // All cores: what is left to vitest is one fewer, which is one of two.
    maxWorkers: '100%',
    // A machine that has other things to do keeps whatever is waited for: these limits only end what never comes, as `tests/support/until-holds.ts` does.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/{unit/electron,unit/build,unit/bench,unit/faults,unit/conformance,contract,integration}/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        // A DOM and a framework for each file cost more than its tests; each test begins with a rig of its own. The screen's clock is that of UTC.
        test: {
          name: 'page',
          include: ['tests/unit/renderer/**/*.test.ts'],
          environment: 'happy-dom',
          isolate: false,
          env: { TZ: 'UTC' },
        },
      },
    ],
  },
});
