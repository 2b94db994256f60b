import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../renderer', import.meta.url));
const outDir = fileURLToPath(new URL('../dist/renderer', import.meta.url));

const beforePaint = fileURLToPath(new URL('../renderer/before-paint.ts', import.meta.url));

/** Nothing is painted before a small script has put the chosen theme on the root: no flash of another one. */
const codeBeforePaint: Plugin = {
  name: 'code-before-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === beforePaint);
      if (!chunk) throw new Error('There is no script to run before the first paint.');
      return html.replace('<script type="module"', `<script type="module" blocking="render" src="/${chunk.fileName}"></script>$&`);
    },
  },
};

/** The page. Everything it needs is a file of its own origin: no data: addresses, no inline scripts or styles, so that a strict CSP holds. */
export default defineConfig({
  root,
  base: '/',
  plugins: [vue(), codeBeforePaint],
  define: {
    __VUE_I18N_FULL_INSTALL__: 'false',
    __VUE_I18N_LEGACY_API__: 'false',
    __INTLIFY_PROD_DEVTOOLS__: 'false',
    __INTLIFY_DROP_MESSAGE_COMPILER__: 'false',
    __VUE_PROD_DEVTOOLS__: 'false',
  },
  worker: { format: 'es' },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: { index: `${root}/index.html`, 'before-paint': beforePaint },
      // What the first page needs is one file: dozens of small ones take longer to ask for than to load. What runs before it stands apart.
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
