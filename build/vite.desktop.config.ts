import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const DESKTOP_FOLDER = resolve(ROOT, 'dist/desktop');

/** Declared at the head of every module bundle; modules inside refer to it. */
const BUNDLE_URL = '__strobeBundleUrl';

/**
 * Keeps every module where it believes to be. Code that opens a file beside itself (fonts, samples, the pages of a library) asks
 * for its own place; inside a bundle that would be the bundle's. The packaged app has the folders of the repository, so the
 * place is written relative to the bundle.
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
 * Code that opens another entry by its place beside itself (`new URL('./worker.ts', import.meta.url)`) finds the bundle of that entry,
 * which lies beside its own. Comes before `keepModulePlaces`, which would leave it the source.
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

interface Bundle {
  entry: string;
  file: string;
  format: 'es' | 'cjs';
}

/** The main process, the controller and its workers run as modules; a sandboxed preload must be CommonJS. */
const BUNDLES: Bundle[] = [
  { entry: 'electron/main.ts', file: 'main.js', format: 'es' },
  { entry: 'electron/embedded-controller.ts', file: 'controller.js', format: 'es' },
  { entry: 'electron/controller/backups/remove-begun.ts', file: 'remove-begun.js', format: 'es' },
  { entry: 'electron/controller/drawing/drawing-worker.ts', file: 'drawing-worker.js', format: 'es' },
  { entry: 'electron/controller/fonts/examination-process.ts', file: 'examination-process.js', format: 'es' },
  { entry: 'electron/controller/fonts/examination-worker.ts', file: 'examination-worker.js', format: 'es' },
  { entry: 'electron/controller/tables/export/export-worker.ts', file: 'export-worker.js', format: 'es' },
  { entry: 'electron/controller/tables/import/import-worker.ts', file: 'import-worker.js', format: 'es' },
  { entry: 'electron/storage/backup/backup-worker.ts', file: 'backup-worker.js', format: 'es' },
  { entry: 'electron/storage/check-worker.ts', file: 'check-worker.js', format: 'es' },
  { entry: 'electron/storage/log-worker.ts', file: 'log-worker.js', format: 'es' },
  { entry: 'electron/shell/preload.ts', file: 'preload.cjs', format: 'cjs' },
];

function bundleConfig({ entry, file, format }: Bundle): InlineConfig {
  return {
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: format === 'es' ? [findBundles(BUNDLES), keepModulePlaces(DESKTOP_FOLDER)] : [],
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

/** One Vite build per process of the desktop app, with every dependency inside: the package carries no `node_modules` but data files. */
export const DESKTOP_BUNDLES: InlineConfig[] = BUNDLES.map(bundleConfig);
