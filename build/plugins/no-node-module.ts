import type { Plugin } from 'vite';

const EMPTY = '\0strobe:no-node-module';

/**
 * Gives a page an empty module for Node's `module`. harfbuzzjs imports it where it runs in Node, which a page never is, and a bundler that finds the
 * import asks whether it is meant.
 */
export const noNodeModule: Plugin = {
  name: 'strobe:no-node-module',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^(node:)?module$/ },
    handler: (_id, importer) => (importer?.includes('harfbuzzjs') ? EMPTY : undefined),
  },
  load: {
    filter: { id: /no-node-module$/ },
    handler: (id) => (id === EMPTY ? 'export const createRequire = undefined;' : undefined),
  },
};
