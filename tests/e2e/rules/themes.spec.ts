import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '#support/signed-in-test.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { scan } from '#support/wedge.ts';
import { accessibilityViolations, type Scope } from './accessibility.ts';
import { connectionWhen } from '#support/watch.ts';
import { addLine, choose, LINE_PAGES, open, openAsNew, openScreen, PAGES } from './pages.ts';

const ROUTER = join(import.meta.dirname, '../../../renderer/page-router.ts');

/** A theme changes colours only: what else a page violates, it violates in each. */
const SCOPES: readonly (readonly [theme: string, scope: Scope])[] = [
  ['light', {}],
  ['dark', { only: ['color-contrast'] }],
  ['contrast', { only: ['color-contrast', 'color-contrast-enhanced'] }],
];

let station: StationProcess;
let screen: Page;

test.beforeAll(async ({ browser }) => {
  station = await startStation();
  screen = await openScreen(browser, station.url);
  const client = await station.connect();
  const { id } = await connectionWhen(client, ({ state }) => state === 'online');
  await addLine(client, id);
});

test.afterAll(async () => {
  await screen.context().close();
  expect(await station.stop()).toBe(0);
});

/** Changes the theme, and waits for the end of all animations. */
async function repaint(theme: string): Promise<void> {
  document.documentElement.dataset['theme'] = theme;
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
}

async function violationsIn(theme: string, scope: Scope) {
  await screen.evaluate(repaint, theme);
  return accessibilityViolations(screen, scope);
}

for (const place of [...PAGES, ...LINE_PAGES]) {
  test(`H29 the ${place.name} page has no accessibility violation in any theme`, async () => {
    await screen.emulateMedia({ reducedMotion: 'reduce' });
    await openAsNew(screen, station.url, place);
    for (const [theme, scope] of SCOPES) {
      expect.soft(await violationsIn(theme, scope), theme).toEqual([]);
    }
  });
}

test('every page of the router is checked', () => {
  // The wall screen takes no touch and has no frame: tests/e2e/monitor.spec.ts covers it. An unsaved edit needs an unreachable controller:
  // tests/e2e/offline.spec.ts covers it. A place of the bar that redirects to its first page is none itself.
  const paths = [...readFileSync(ROUTER, 'utf8').matchAll(/path: '([^']+)'(?![^}]*(?:isWall|name: 'unsaved-edit'|redirect:))/g)].map(
    ([, path = '']) => path,
  );
  const shapes = paths.map((path) => new RegExp(`^${path.replace(/:rest\(.*$/, '.+').replaceAll(/:\w+/g, '[^/]+')}$`));
  const missing = shapes.filter(
    (shape) => ![...PAGES, ...LINE_PAGES].some(({ address }) => shape.test(new URL(address, station.url).pathname)),
  );
  expect([shapes.length > 10, missing]).toEqual([true, []]);
});

test('H29 nothing is painted before the chosen theme is applied', async ({ page }) => {
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
  await open(page, station.url, PAGES[0]!);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(isPainted).toBe(false);
});

test('H29 everything painted while the page loads has the chosen theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await choose(page, { theme: 'dark' });
  let seen: string | undefined;
  await page.route(/\/assets\/(?:index|start)-[^/]+\.js$/, async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0, undefined, { polling: 50 });
    seen = await page.locator('.app-bar').evaluate((bar) => `${document.documentElement.dataset['theme']}: ${bar.textContent.trim()}`);
    await route.continue();
  });
  await open(page, station.url, PAGES[0]!);
  expect(seen).toBe('dark: Strobe');
});

/** Causes a failure on the page of tables: it accepts one file at a time. */
async function dropTwoFiles(page: Page): Promise<Locator> {
  const files = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    for (const name of ['one.csv', 'two.csv']) data.items.add(new File(['a,b'], name, { type: 'text/csv' }));
    return data;
  });
  const list = page.getByText('Products', { exact: true }).first();
  for (const type of ['dragenter', 'drop']) await list.dispatchEvent(type, { dataTransfer: files });
  return page.getByRole('status', { name: 'Notices' }).getByText(/single CSV or Excel file/);
}

test('H29 a failure stays until it is dismissed', async ({ page }) => {
  await page.clock.install();
  await open(
    page,
    station.url,
    PAGES.find(({ name }) => name === 'tables')!,
  );
  const failure = await dropTwoFiles(page);
  await expect(failure).toBeVisible();
  await page.clock.fastForward('08:00:00');
  await expect(failure).toBeVisible();
  await page.getByRole('status', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect(failure).toBeHidden();
});

test('a dialog ends above the notices', async ({ page }) => {
  await open(
    page,
    station.url,
    PAGES.find(({ name }) => name === 'tables')!,
  );
  await expect(await dropTwoFiles(page)).toBeVisible();
  await scan(page, '4006381333931');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const bottom = await dialog.evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
  // A modal dialog hides all else from the roles.
  const top = await page.locator('.toasts').evaluate((area) => Math.round(area.getBoundingClientRect().top));
  expect(bottom).toBeLessThanOrEqual(top);
});
