import { expect, test, type Page } from '#support/signed-in-test.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#renderer/locales/languages.ts';
import { trialWords } from '#renderer/locales/trial-words.ts';
import { namedTexts, pageTexts } from '#support/page-texts.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { printerWhen } from '#support/watch.ts';
import { PAGES } from './pages.ts';
import { englishLeft, misfits } from './texts-on-page.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startStation();
  await printerWhen(await station.connect(), ({ status }) => status?.state === 'STARTED');
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

/** Names in the samples and the gallery that are also English texts of the page. */
const SAMPLE_NAMES = ['Name', 'Serial', 'maintenance', 'Best before', 'Line', 'Product', 'Products', 'Pallet', 'Text'];
/** Styles of fonts, which are shown as the fonts of the computer name them. */
const FONT_STYLES = ['Regular', 'Bold', 'Italic', 'Light', 'Medium'];
const DATA = new Set([...SAMPLE_NAMES, ...FONT_STYLES]);

/** The page that always shows busy buttons and lists. */
const BUSY_FOR_EVER = '/gallery';

/** Navigates without reloading the page, so that one visit shows every page of a language. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, address);
  const seen = { text: '' };
  const main = page.getByRole('main');
  const isSettled = async () => {
    const before = seen.text;
    seen.text = await main.innerText();
    const isLoading = address !== BUSY_FOR_EVER && (await main.locator('[aria-busy=true]').count()) > 0;
    return seen.text !== '' && seen.text === before && !isLoading;
  };
  await expect.poll(isSettled, { intervals: [100] }).toBe(true);
}

/** English texts that are translated in this language. */
function foreign(tag: string): string[] {
  const english = pageTexts(DEFAULT_LANGUAGE);
  const own = LANGUAGES[tag]?.isTrial ? { ...trialWords(english), formats: english.formats } : pageTexts(tag);
  const named = namedTexts(own);
  const isOwn = new Set(named.values());
  return [...namedTexts(english)]
    .filter(([name, text]) => named.get(name) !== text && !isOwn.has(text) && !DATA.has(text) && text !== '')
    .map(([, text]) => text);
}

for (const [tag, { name, direction, isTrial }] of Object.entries(LANGUAGES).filter(([tag]) => tag !== DEFAULT_LANGUAGE)) {
  test(`H28 every page fits in ${name} (${tag}), ${direction}`, async ({ page }) => {
    test.slow();
    await page.addInitScript((chosen) => localStorage.setItem('strobe.language', JSON.stringify(chosen)), tag);
    await page.goto(station.url);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    const english = foreign(tag);
    const found: string[] = [];
    for (const { name: place, address } of PAGES) {
      await goTo(page, address);
      if (isTrial) await expect(page.getByRole('main')).toContainText('[');
      const here = [...(await page.evaluate(misfits)), ...(await page.evaluate(englishLeft, english))];
      found.push(...here.map((fault) => `${place}: ${fault}`));
    }
    expect(found).toEqual([]);
  });
}
