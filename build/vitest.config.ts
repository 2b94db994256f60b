import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The tests below that need a separate process: they measure or bound its memory, replace modules, or listen to its signals. */
const OWN_PROCESS = [
  'tests/unit/electron/controller/{drawing,fonts}/**/*.test.ts',
  'tests/unit/electron/rendering/text/font-memory.test.ts',
  'tests/unit/electron/{shell,station/embedded}/**/*.test.ts',
  'tests/{unit/electron,contract}/**/process.test.ts',
];
const SHARED_PROCESS = ['tests/{unit/electron,contract}/**/*.test.ts'];

/** Three kinds of tests share one runner: those of the page see a DOM, all others see Node as it is, most of them in processes that they share. */
export default defineConfig({
  root,
  plugins: [vue()],
  test: {
    reporters: ['default'],
    setupFiles: ['tests/support/property-runs.ts'],
    // All cores: what is left to vitest is one fewer, which is one of two.
    maxWorkers: '100%',
    // What hangs fails within a minute and says where: what a test waits for has half of its time. Properties that are tried oftener take longer.
    testTimeout: 60_000 * Number(process.env['STROBE_PROPERTY_RUNS'] ?? 1),
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/{unit/build,unit/bench,unit/faults,unit/conformance,integration,package}/**/*.test.ts', ...OWN_PROCESS],
          environment: 'node',
        },
      },
      {
        extends: true,
        // Modules and the thread that draws are loaded once for many files: loading them for each took a quarter of the time.
        test: {
          name: 'shared',
          include: SHARED_PROCESS,
          exclude: OWN_PROCESS,
          environment: 'node',
          isolate: false,
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
