import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import type { CountGoal, Round, SampledGoal } from './goal.ts';
import { bundlePage, openBrowser, servePage } from './page-server.ts';
import { productPage } from './product-page.ts';
import { median } from './verdict.ts';

const BARE = fileURLToPath(new URL('./tiles/bare-page.ts', import.meta.url));
const ROUNDS = 7;
const MEGABYTE = 1_048_576;
/**
 * Mainsail itself is not measured here. It took 980 ms to its first paint, 5.7 times as long as a bare Vue page on the same machine. That
 * bare page is measured alternately with the product, so that a slower machine affects both. Mainsail's memory, 19.4 MB, does not depend on
 * speed.
 */
const MAINSAIL = { paintOfBare: 5.7, heapMegabytes: 19.4 } as const;

interface Start {
  /** Milliseconds until the first contentful paint. */
  paint: number;
  /** Megabytes in use at that time, including garbage. */
  heap: number;
}

/** How many times faster than Mainsail the page shows its first content. */
const PAINT_GOAL: SampledGoal = {
  name: 'P34-paint',
  goal: { atLeast: 3 },
  sample: async (report) => {
    const ours = await servePage(await productPage());
    const bare = await servePage(await bundlePage(BARE));
    const browser = await openBrowser();
    try {
      const take = async (url: string): Promise<number> => (await start(browser, url)).paint;
      for (const { url } of [ours, bare]) await take(url);
      const seen: Round[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const first = [await take(ours.url), await take(bare.url)] as const;
        const second = [await take(ours.url), await take(bare.url)] as const;
        seen.push({ a: [first[0], second[0]], b: [first[1], second[1]] });
      }
      const middle = (side: 'a' | 'b'): string => median(seen.flatMap((round) => round[side])).toPrecision(3);
      report(`ours ${middle('a')} ms, a bare page ${middle('b')} ms, Mainsail assumed to take ${MAINSAIL.paintOfBare} times that`);
      const asMainsail = (time: number): number => time * MAINSAIL.paintOfBare;
      return seen.map(({ a, b }) => ({ a, b: [asMainsail(b[0]), asMainsail(b[1])] }));
    } finally {
      await browser.close();
      await bare.close();
      await ours.close();
    }
  },
};

/** How many times more memory than the page Mainsail uses. */
const HEAP_GOAL: CountGoal = {
  name: 'P34-heap',
  goal: { atLeast: 2.5 },
  count: async (report) => {
    const ours = await servePage(await productPage());
    const browser = await openBrowser();
    try {
      const heaps: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) heaps.push((await start(browser, ours.url)).heap);
      report(`ours ${median(heaps).toFixed(2)} MB against ${MAINSAIL.heapMegabytes} MB`);
      return MAINSAIL.heapMegabytes / median(heaps);
    } finally {
      await browser.close();
      await ours.close();
    }
  },
};

export const START_GOALS = [PAINT_GOAL, HEAP_GOAL];

/** A start with empty caches. */
async function start(browser: Browser, url: string): Promise<Start> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.goto(url);
    const paint = await page.evaluate<number>(`new Promise((resolve) => {
      new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').forEach((entry) => resolve(entry.startTime)))
        .observe({ type: 'paint', buffered: true });
    })`);
    const inspector = await context.newCDPSession(page);
    const { usedSize } = await inspector.send('Runtime.getHeapUsage');
    return { paint, heap: usedSize / MEGABYTE };
  } finally {
    await context.close();
  }
}
