import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vite';
import { directBuiltins } from './plugins/direct-builtins.ts';
import { usedEncoders } from './plugins/used-encoders.ts';
import { BUNDLE_URL, findBundles, keepModulePlaces, WORKER_BUNDLES, type Bundle } from './vite.desktop.config.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const PROGRAMS_FOLDER = resolve(ROOT, 'dist/programs');

const BUNDLES: Bundle[] = [
  { entry: 'electron/controller.ts', file: 'controller.js', format: 'es' },
  { entry: 'electron/headless.ts', file: 'headless.js', format: 'es' },
  { entry: 'electron/plant.ts', file: 'plant.js', format: 'es' },
  { entry: 'electron/update.ts', file: 'update.js', format: 'es' },
  { entry: 'electron/strobe.ts', file: 'strobe.js', format: 'es' },
  { entry: 'electron/plant/archive/archive-drawing-worker.ts', file: 'archive-drawing-worker.js', format: 'es' },
  ...WORKER_BUNDLES,
];

/**
 * The controller, the headless station and the plant for tests, which start them hundreds of times: a few files instead of hundreds of modules, which take half
 * of a start. What the programs have in common is in files of its own, so that one build makes them all.
 */
export const PROGRAMS: InlineConfig = {
  root: ROOT,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [findBundles(BUNDLES), keepModulePlaces(PROGRAMS_FOLDER), usedEncoders, directBuiltins],
  // The embedded database opens files next to itself.
  ssr: { noExternal: true, external: ['@electric-sql/pglite', 'pg', 'pg-copy-streams'], target: 'node' },
  build: {
    ssr: true,
    outDir: PROGRAMS_FOLDER,
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    sourcemap: false,
    rolldownOptions: {
      input: Object.fromEntries(BUNDLES.map(({ entry, file }) => [file.replace(/\.js$/, ''), resolve(ROOT, entry)])),
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        // Beside the entries: the places that are written relative to a bundle hold for every file.
        chunkFileNames: 'shared-[hash].js',
        // A start reads and checks every byte: half of them take a tenth of its time. Names of functions, classes and modules' variables stay, for the stacks of
        // failures.
        minify: {
          compress: { keepNames: { function: true, class: true } },
          mangle: { toplevel: false, keepNames: true },
          codegen: { removeWhitespace: true },
        },
        banner: `const ${BUNDLE_URL} = import.meta.url;`,
      },
    },
  },
};
