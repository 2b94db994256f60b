import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '#support/signed-in-test.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { barriers } from './barriers.ts';
import { choose, open, openAsNew, openScreen, PLACES } from './every-page.ts';

const ROUTER = join(import.meta.dirname, '../../../renderer/router.ts');

let station: StationProcess;
let screen: Page;

test.beforeAll(async ({ browser }) => {
  station = await startStation();
  screen = await openScreen(browser, station.url);
});

test.afterAll(async () => {
  await screen.context().close();
  expect(await station.stop()).toBe(0);
});

/** Changes the theme, and waits until nothing fades from one to the other any more. */
async function repaint(theme: string): Promise<void> {
  document.documentElement.dataset['theme'] = theme;
  await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  await new Promise(requestAnimationFrame);
}

for (const place of PLACES) {
  test(`H29 the ${place.name} page has no accessibility violation in any theme`, async () => {
    await screen.emulateMedia({ reducedMotion: 'reduce' });
    await openAsNew(screen, station.url, place);
    for (const theme of ['light', 'dark', 'contrast']) {
      await screen.evaluate(repaint, theme);
      const also = theme === 'contrast' ? ['color-contrast-enhanced'] : [];
      expect.soft(await barriers(screen, { also }), theme).toEqual([]);
    }
  });
}

test('every page of the router is among those that are looked at', () => {
  // The wall screen takes no touch and has no frame: tests/e2e/monitor.spec.ts looks at it. A draft needs a controller that was away:
  // tests/e2e/offline.spec.ts looks at it.
  const paths = [...readFileSync(ROUTER, 'utf8').matchAll(/path: '([^']+)'(?!.*(?:isWall|name: 'draft'))/g)].map(([, path = '']) => path);
  const shapes = paths.map((path) => new RegExp(`^${path.replace(/:rest\(.*$/, '.+').replaceAll(/:\w+/g, '[^/]+')}$`));
  const missing = shapes.filter((shape) => !PLACES.some(({ address }) => shape.test(new URL(address, station.url).pathname)));
  expect([shapes.length > 10, missing]).toEqual([true, []]);
});

test('H29 nothing is painted before the theme that was chosen is there', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await choose(page, { theme: 'dark' });
  let isPainted: boolean | undefined;
  await page.route('**/assets/before-paint-*.js', async (route) => {
    const painted = page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0, undefined, {
      polling: 50,
      timeout: 2_000,
    });
    isPainted = await painted.then(
      () => true,
      () => false,
    );
    await route.continue();
  });
  await open(page, station.url, PLACES[0]!);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(isPainted).toBe(false);
});

test('H29 what is painted while the page is on its way has the theme that was chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await choose(page, { theme: 'dark' });
  let seen: string | undefined;
  await page.route(/\/assets\/(?:index|start)-[^/]+\.js$/, async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0, undefined, { polling: 50 });
    seen = await page.locator('.app-bar').evaluate((bar) => `${document.documentElement.dataset['theme']}: ${bar.textContent.trim()}`);
    await route.continue();
  });
  await open(page, station.url, PLACES[0]!);
  expect(seen).toBe('dark: Strobe');
});

test('H29 a failure stays until somebody dismisses it', async ({ page }) => {
  await page.clock.install();
  await open(
    page,
    station.url,
    PLACES.find(({ name }) => name === 'tables')!,
  );
  const files = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    for (const name of ['one.csv', 'two.csv']) data.items.add(new File(['a,b'], name, { type: 'text/csv' }));
    return data;
  });
  const list = page.getByText('Products', { exact: true }).first();
  for (const type of ['dragenter', 'drop']) await list.dispatchEvent(type, { dataTransfer: files });
  const failure = page.getByRole('status', { name: 'Notices' }).getByText(/one file/i);
  await expect(failure).toBeVisible();
  await page.clock.fastForward('08:00:00');
  await expect(failure).toBeVisible();
  await page.getByRole('status', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect(failure).toBeHidden();
});
