import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../renderer', import.meta.url));
const outDir = fileURLToPath(new URL('../dist/renderer', import.meta.url));

/** Nothing is painted before the page's code has put the chosen theme on the root: no flash of another one. */
const codeBeforePaint: Plugin = {
  name: 'code-before-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
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
  build: {
    outDir,
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
});
