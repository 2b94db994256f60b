import { expect, test, type Page } from '@playwright/test';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { printerWhen } from '#support/watch.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startStation();
  await printerWhen(await station.connect(), ({ status }) => status?.state === 'STARTED');
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

const PAGES = [
  '/',
  '/printers/embedded/Line%201',
  '/labels',
  '/labels/Food%20case',
  '/fonts',
  '/tables',
  '/tables/Products',
  '/variables',
  '/variables?tab=counters',
  '/variables?tab=shiftCodes',
  '/variables?tab=dates',
  '/connections',
  '/settings',
  '/nowhere',
];

async function speak(page: Page, language: string): Promise<void> {
  await page.addInitScript((tag) => localStorage.setItem('strobe.language', JSON.stringify(tag)), language);
}

/** What people work with whose words do not fit into it, and what stands outside of the screen. */
function misfits(): string[] {
  const found = document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} px wide`] : [];
  for (const element of document.querySelectorAll<HTMLElement>('button, a, h1, h2, h3, label, legend, th, dt, [role=tab]')) {
    const { left, right, width } = element.getBoundingClientRect();
    if (width === 0 || element.closest('.visually-hidden, .skip, [aria-hidden=true]')) continue;
    const words = element.innerText.trim();
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) found.push(`cut: ${element.tagName} ${words}`);
    const scroller = element.closest<HTMLElement>('[tabindex="0"]');
    if (!scroller && (left < -1 || right > innerWidth + 1)) found.push(`outside: ${element.tagName} ${words}`);
  }
  return found;
}

for (const [language, direction] of [
  ['en-XA', 'ltr'],
  ['ar-XB', 'rtl'],
] as const) {
  for (const path of PAGES) {
    test(`H28 words that are 40 % longer fit on ${path}, ${direction}`, async ({ page }) => {
      await speak(page, language);
      await page.goto(station.url + path);
      await expect(page.locator('html')).toHaveAttribute('dir', direction);
      await expect(page.getByRole('main')).toContainText('[');
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(misfits)).toEqual([]);
    });
  }
}
