import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { OPERATION_KINDS } from '#contract/station/operation-kinds.ts';
import { noNodeModule } from './plugins/no-node-module.ts';
import { usedEncoders } from './plugins/used-encoders.ts';

const renderer = fileURLToPath(new URL('../renderer', import.meta.url));

/** The page needs the kinds of the station's operations, not the schemas of their contract: the module is replaced by its value. */
const operationKinds: Plugin = {
  name: 'operation-kinds',
  load: {
    filter: { id: /\/contract\/station\/operation-kinds\.ts$/ },
    handler: () => ({ code: `export const OPERATION_KINDS = ${JSON.stringify(OPERATION_KINDS)};`, moduleType: 'js' }),
  },
};

const beforePaint = fileURLToPath(new URL('../renderer/before-paint.ts', import.meta.url));

/** Puts a small script before the first paint that applies the chosen theme, so that no other one flashes up. */
const codeBeforePaint: Plugin = {
  name: 'code-before-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === beforePaint);
      if (!chunk) throw new Error('The script for the first paint is missing from the bundle.');
      return html.replace('<script type="module"', `<script type="module" blocking="render" src="/${chunk.fileName}"></script>$&`);
    },
  },
};

/**
 * The build of a page: of the `index.html` in the folder `root`, into a folder of its own below `dist`. Everything is a separate file of its own
 * origin, without data: URLs, inline scripts or inline styles, so that a strict CSP is possible.
 */
export const pageBuild = ({ root, outDir }: { root: string; outDir: string }): UserConfig => ({
  root,
  base: '/',
  publicDir: `${renderer}/public`,
  plugins: [vue(), codeBeforePaint, operationKinds, noNodeModule, usedEncoders],
  define: {
    __VUE_I18N_FULL_INSTALL__: 'false',
    __VUE_I18N_LEGACY_API__: 'false',
    __INTLIFY_PROD_DEVTOOLS__: 'false',
    __INTLIFY_DROP_MESSAGE_COMPILER__: 'false',
    __VUE_PROD_DEVTOOLS__: 'false',
  },
  worker: { format: 'es' },
  build: {
    outDir: fileURLToPath(new URL(`../dist/${outDir}`, import.meta.url)),
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: { index: `${root}/index.html`, 'before-paint': beforePaint },
      // One file for the first page: dozens of small files take longer to request than to load. The script before the first paint is
      // separate.
      output: {
        codeSplitting: {
          groups: [
            { name: 'display-root', test: /display-root/, priority: 1 },
            { name: 'start', tags: ['$initial'], test: (id) => !id.includes('before-paint') },
          ],
        },
      },
    },
  },
});

/** The page of the station. */
export default defineConfig(pageBuild({ root: renderer, outDir: 'renderer' }));
