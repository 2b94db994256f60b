import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin } from 'vite';
import { usedEncoders } from './plugins/used-encoders.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Output folder of the bundles. */
export const DESKTOP_FOLDER = resolve(ROOT, 'dist/desktop');

/** Declared at the head of every module bundle; modules inside refer to it. */
export const BUNDLE_URL = '__strobeBundleUrl';

/**
 * Keeps `import.meta.url` of each module in a bundle at its source path, since code that opens files next to itself (fonts, samples, the
 * pages of a library) uses it. The packaged app has the folders of the repository, so the path is written relative to the bundle.
 */
export function keepModulePlaces(bundleFolder: string): Plugin {
  return {
    name: 'strobe:keep-module-places',
    enforce: 'pre',
    transform(code, id) {
      if (id.startsWith('\0') || !/import\.meta\.(url|dirname|filename)|__dirname|__filename/.test(code)) return null;
      const file = id.split('?')[0] ?? id;
      const urlOf = (path: string) => `new URL(${JSON.stringify(relative(bundleFolder, path).replaceAll('\\', '/'))}, ${BUNDLE_URL})`;
      const pathOf = (path: string) => `process.getBuiltinModule('node:url').fileURLToPath(${urlOf(path)})`;
      const placed = code
        .replaceAll(/\bimport\.meta\.dirname\b|(?<![\w.$'"`])__dirname\b/g, () => pathOf(dirname(file)))
        .replaceAll(/\bimport\.meta\.filename\b|(?<![\w.$'"`])__filename\b/g, () => pathOf(file))
        .replaceAll(/\bimport\.meta\.url\b/g, () => `${urlOf(file)}.href`);
      return { code: placed, map: null };
    },
  };
}

/**
 * Replaces the path of another entry (`new URL('./worker.ts', import.meta.url)`) by that of its bundle, which is in the same folder. Must
 * run before `keepModulePlaces`, which would keep the path of the source.
 */
export function findBundles(bundles: readonly Bundle[]): Plugin {
  return {
    name: 'strobe:find-bundles',
    enforce: 'pre',
    transform(code, id) {
      const folder = dirname(id.split('?')[0] ?? id);
      const placed = code.replaceAll(/new URL\((['"])(\.[^'"]+\.ts)\1, import\.meta\.url\)/g, (place, _quote, path: string) => {
        const bundle = bundles.find(({ entry }) => resolve(ROOT, entry) === resolve(folder, path));
        return bundle ? `new URL(${JSON.stringify(bundle.file)}, ${BUNDLE_URL})` : place;
      });
      return placed === code ? null : { code: placed, map: null };
    },
  };
}

export interface Bundle {
  entry: string;
  file: string;
  format: 'es' | 'cjs';
}

/** The threads and processes that a controller or a station starts by the place of their code. */
export const WORKER_BUNDLES: Bundle[] = [
  { entry: 'electron/controller/backups/remove-partial-files.ts', file: 'remove-partial-files.js', format: 'es' },
  { entry: 'electron/controller/drawing/drawing-worker.ts', file: 'drawing-worker.js', format: 'es' },
  { entry: 'electron/controller/fonts/inspection-process.ts', file: 'inspection-process.js', format: 'es' },
  { entry: 'electron/controller/system-fonts/font-reading-worker.ts', file: 'font-reading-worker.js', format: 'es' },
  { entry: 'electron/controller/fonts/inspection-worker.ts', file: 'inspection-worker.js', format: 'es' },
  { entry: 'electron/controller/printers/search/search-worker.ts', file: 'search-worker.js', format: 'es' },
  { entry: 'electron/controller/tables/export/export-worker.ts', file: 'export-worker.js', format: 'es' },
  { entry: 'electron/controller/tables/import/import-worker.ts', file: 'import-worker.js', format: 'es' },
  { entry: 'electron/station/drawing/drawing-worker.ts', file: 'station-drawing-worker.js', format: 'es' },
  { entry: 'electron/station/setup/setup-worker.ts', file: 'setup-worker.js', format: 'es' },
  { entry: 'electron/storage/backup/backup-worker.ts', file: 'backup-worker.js', format: 'es' },
  { entry: 'electron/storage/integrity/damage-check-worker.ts', file: 'damage-check-worker.js', format: 'es' },
  { entry: 'electron/storage/checkpoint/checkpoint-worker.ts', file: 'checkpoint-worker.js', format: 'es' },
];

/** The main process, the controller and its workers run as modules; a sandboxed preload must be CommonJS. */
const BUNDLES: Bundle[] = [
  { entry: 'electron/main.ts', file: 'main.js', format: 'es' },
  { entry: 'electron/embedded-controller.ts', file: 'controller.js', format: 'es' },
  ...WORKER_BUNDLES,
  { entry: 'electron/shell/preload.ts', file: 'preload.cjs', format: 'cjs' },
];

/** Their names. */
export const DESKTOP_FILES: readonly string[] = BUNDLES.map(({ file }) => file);

function bundleConfig({ entry, file, format }: Bundle): InlineConfig {
  return {
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: format === 'es' ? [findBundles(BUNDLES), keepModulePlaces(DESKTOP_FOLDER), usedEncoders] : [],
    ssr: { noExternal: true, external: ['electron'], target: 'node' },
    build: {
      ssr: resolve(ROOT, entry),
      outDir: DESKTOP_FOLDER,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: false,
      rolldownOptions: {
        external: ['electron'],
        output: {
          format,
          entryFileNames: file,
          codeSplitting: false,
          ...(format === 'es' && { banner: `const ${BUNDLE_URL} = import.meta.url;` }),
        },
      },
    },
  };
}

/** One Vite build per process of the desktop app, with all dependencies bundled: the package contains only data files of `node_modules`. */
export const DESKTOP_BUNDLES: InlineConfig[] = BUNDLES.map(bundleConfig);
