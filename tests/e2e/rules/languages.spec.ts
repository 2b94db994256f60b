import { expect, test, type Page } from '#support/signed-in-test.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#renderer/locales/languages.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { printerWhen } from '#support/watch.ts';
import { PLACES } from './every-page.ts';
import { englishLeft, misfits } from './texts-on-page.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startStation();
  await printerWhen(await station.connect(), ({ status }) => status?.state === 'STARTED');
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

/** What the samples and the gallery call things, though it may be an English text of the page too. */
const DATA = new Set(['Name', 'Serial', 'maintenance', 'Best before', 'Line', 'Product', 'Pallet', 'Regular', 'Bold', 'Italic', 'Text']);

/** Where keys and lists are shown that are busy. */
const BUSY_FOR_EVER = '/gallery';

/** Goes where a link would lead, without loading the page again: every page of a language is seen in one visit. */
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

/** Each text by its full name. */
function texts(words: object, within = ''): [name: string, text: string][] {
  return Object.entries(words).flatMap(([name, value]: [string, string | object]) =>
    typeof value === 'string' ? [[within + name, value]] : texts(value, `${within}${name}.`),
  );
}

/** English texts that are other words in this language. */
async function foreign(tag: string): Promise<string[]> {
  const own = texts((await LANGUAGES[tag]?.load()) ?? {});
  const isOwn = new Set(own.map(([, text]) => text));
  const named = new Map(own);
  const english = texts((await LANGUAGES[DEFAULT_LANGUAGE]?.load()) ?? {});
  return english
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
    const english = await foreign(tag);
    const found: string[] = [];
    for (const { name: place, address } of PLACES) {
      await goTo(page, address);
      if (isTrial) await expect(page.getByRole('main')).toContainText('[');
      const here = [...(await page.evaluate(misfits)), ...(await page.evaluate(englishLeft, english))];
      found.push(...here.map((fault) => `${place}: ${fault}`));
    }
    expect(found).toEqual([]);
  });
}
