import { gzipSync } from 'node:zlib';
import type { CountGoal } from './goal.ts';
import type { PageFiles } from './page-server.ts';
import { productPage } from './product-page.ts';

/** Kilobytes of Mainsail 2.18.2, gzip. */
const MAINSAIL = 1_052;
const KILOBYTE = 1_000;

/** Scripts and styles that a browser loads before it shows the page, gzip, as a fraction of Mainsail's. */
export const ENTRY_GOAL: CountGoal = {
  name: 'P33',
  goal: { atMost: 0.166 },
  count: async (report) => {
    const page = await productPage();
    const entry = entryOf(page);
    const size = [...entry].reduce((sum, file) => sum + gzipSync(page.get(file) ?? '').byteLength, 0) / KILOBYTE;
    report(`${size.toFixed(1)} kB in ${entry.size} files against ${MAINSAIL} kB`);
    return size / MAINSAIL;
  },
};

/** The files that `index.html` references, and their static imports. */
function entryOf(page: PageFiles): ReadonlySet<string> {
  const named = textOf(page, '').matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g);
  const entry = new Set([...named].map(([, file = '']) => file));
  for (const file of entry) {
    for (const [, imported = ''] of textOf(page, file).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)) {
      entry.add(`assets/${imported}`);
    }
  }
  return entry;
}

function textOf(page: PageFiles, file: string): string {
  const bytes = page.get(file);
  if (!bytes) throw new Error(`The page has no file "${file || 'index.html'}".`);
  return Buffer.from(bytes).toString();
}
