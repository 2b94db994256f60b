import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import vue from '@vitejs/plugin-vue';
import { chromium, type Browser } from 'playwright';
import { build, type Rolldown } from 'vite';
import { BROWSER_FLAGS } from '#support/browser-flags.ts';
import { findChromium } from '../../build/scripts/find-chromium.ts';

/** Files by their path without the leading slash; the page itself is ''. */
export type PageFiles = ReadonlyMap<string, Uint8Array>;

const TYPES: Readonly<Record<string, string>> = {
  '': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

/** Bundles an entry like the product's page, with a page that loads it as `/entry.js`. */
export async function bundlePage(entry: string): Promise<PageFiles> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [vue()],
    build: {
      write: false,
      target: 'chrome120',
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict', output: { entryFileNames: 'entry.js' } },
    },
  });
  const { output: files } = output as Rolldown.RolldownOutput;
  const styles = files
    .filter(({ fileName }) => fileName.endsWith('.css'))
    .map(({ fileName }) => `<link rel="stylesheet" href="/${fileName}">`);
  const html = `<!doctype html><title>Strobe</title>${styles.join('')}<script type="module" src="/entry.js"></script><div id="app"></div>`;
  const bytes = (content: string | Uint8Array): Uint8Array => (typeof content === 'string' ? Buffer.from(content) : content);
  return new Map([
    ['', bytes(html)],
    ...files.map((file) => [file.fileName, bytes(file.type === 'chunk' ? file.code : file.source)] as const),
  ]);
}

/** Serves the files of a page with compression. Missing files are answered with 404, so that a page never waits. */
export async function servePage(files: PageFiles): Promise<{ url: string; close: () => Promise<void> }> {
  const packed = new Map([...files].map(([path, bytes]) => [path, gzipSync(bytes)]));
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
    const body = packed.get(path);
    if (!body) return void response.writeHead(404).end();
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens a browser. Throws an Error that says what is missing if there is none. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium was found: run `node build/scripts/ensure-browser.ts` first.');
  return chromium.launch({ executablePath, args: [...BROWSER_FLAGS] });
}
