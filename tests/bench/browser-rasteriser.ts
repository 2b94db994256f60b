import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { build, type Rolldown } from 'vite';
import type { FontFile } from '#rendering/text/font-library.ts';
import type { PrintOrder } from '#support/print-digest.ts';
import { findChromium } from '../../build/scripts/find-chromium.ts';

const ENTRY = fileURLToPath(new URL('./p12-page.ts', import.meta.url));
/** Not a real address: every request below it is answered in this process. */
const ORIGIN = 'http://strobe.localhost';
const HTML = { contentType: 'text/html', body: '<!doctype html><title>P12</title>' };

/** The rasteriser in a page of a real browser. */
export interface BrowserRasteriser {
  digest: (order: PrintOrder) => Promise<string[]>;
  close: () => Promise<void>;
}

/** Opens a page that renders with these fonts. Throws an Error that says what is missing if there is no browser. */
export async function openBrowserRasteriser(fonts: readonly FontFile[]): Promise<BrowserRasteriser> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium was found: run `node build/scripts/ensure-browser.ts` first.');
  const bundle = await bundlePage();
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  const page = await browser.newPage();
  await serve(page, bundle, fonts);
  await page.goto(ORIGIN);
  return {
    digest: (order) => page.evaluate(`import('/page.js').then((page) => page.digestInPage(${JSON.stringify(order)}))`),
    close: () => browser.close(),
  };
}

/** The files of the page by name, built like those of the product's page. */
async function bundlePage(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'chrome120',
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict', output: { entryFileNames: 'page.js' } },
    },
  });
  const { output: files } = output as Rolldown.RolldownOutput;
  return new Map(files.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
}

async function serve(page: Page, bundle: ReadonlyMap<string, string | Uint8Array>, fonts: readonly FontFile[]): Promise<void> {
  const bytes = (body: Uint8Array) => ({ contentType: 'application/octet-stream', body: Buffer.from(body) });
  const names = fonts.map(({ family, style }) => ({ family, style }));
  await page.route(`${ORIGIN}/**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    const font = path.startsWith('fonts/') ? fonts[Number(path.slice('fonts/'.length))] : undefined;
    const file = bundle.get(path);
    if (path === '') return route.fulfill(HTML);
    if (path === 'fonts.json') return route.fulfill({ json: names });
    if (font) return route.fulfill(bytes(font.bytes));
    if (file === undefined) return route.fulfill({ status: 404 });
    if (path.endsWith('.wasm')) return route.fulfill({ contentType: 'application/wasm', body: Buffer.from(file) });
    return route.fulfill({ contentType: 'text/javascript', body: Buffer.from(file) });
  });
}
