import { expect, test, type Locator, type Page } from '#support/signed-in-test.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { printerWhen } from '#support/watch.ts';
import { scan } from '#support/wedge.ts';

const KETCHUP = '9521234510000';
/** A scanned code without any character that determines its writing direction. */
const CASE_CODE = `(01)0${KETCHUP}(10)26-11`;
let station: StationProcess;

/** One station; its first line prints the job that the first test selects. */
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  station = await startStation();
  await printerWhen(await station.connect(), ({ status }) => status?.state === 'STARTED');
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

/** Horizontal distance of an element's middle from the left edge of the screen. */
async function middle(seen: Locator): Promise<number> {
  const box = await seen.boundingBox();
  if (!box) throw new Error('the element is not on the screen');
  return box.x + box.width / 2;
}

/** Distance of each letter of a text from the left. */
function lettersFromLeft(seen: Locator, text: string): Promise<string> {
  return seen.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const letters: { letter: string; left: number }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const start = node.textContent?.indexOf(wanted) ?? -1;
      for (let at = start; start >= 0 && at < start + wanted.length; at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        letters.push({ letter: wanted[at - start] ?? '', left: range.getBoundingClientRect().left });
      }
      if (start >= 0) break;
    }
    return letters
      .sort((one, other) => one.left - other.left)
      .map(({ letter }) => letter)
      .join('');
  }, text);
}

/** Whether any ancestor mirrors the picture. */
function isMirrored(picture: Locator): Promise<boolean> {
  return picture.evaluate((image) => {
    let turned = 1;
    for (let element: Element | null = image; element; element = element.parentElement) {
      turned *= new DOMMatrix(getComputedStyle(element).transform).a;
    }
    return turned < 0;
  });
}

async function speakArabic(page: Page): Promise<void> {
  await page.goto(`${station.url}/settings`);
  await page.getByRole('radio', { name: 'العربية' }).focus();
  await page.keyboard.press('Space');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.getByRole('heading', { name: 'إعدادات العرض', level: 1 })).toBeVisible();
}

test('H28 H31 from a scan to the first print and its end in Arabic, right to left', async ({ page }) => {
  await speakArabic(page);
  await page.getByRole('link', { name: 'المراقبة', exact: true }).first().click();
  const tile = page.getByRole('article', { name: 'Line 1', exact: true });
  await expect(tile).toContainText('جاهزة');
  expect(await middle(tile)).toBeGreaterThan(await middle(page.getByRole('article', { name: 'Line 2', exact: true })));

  await scan(page, 'Line 1');
  await expect(page.getByRole('heading', { name: 'Line 1', level: 1 })).toBeVisible();
  await scan(page, `]C101${KETCHUP.padStart(14, '0')}`);
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('Harbour Lane Tomato Ketchup 500 g');
  await sheet.getByRole('combobox', { name: 'الملصق' }).selectOption({ label: 'Food case' });
  const yes = sheet.getByRole('button', { name: /تحديد على الطابعة .?Line 1/ });
  await expect(yes).toBeEnabled();
  const picture = sheet.getByRole('img', { name: /الطباعة التالية: / });
  await expect(picture).toBeVisible();
  expect(await isMirrored(picture)).toBe(false);
  expect(await lettersFromLeft(sheet.getByText(KETCHUP).first(), KETCHUP)).toBe(KETCHUP);
  await yes.focus();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'فحص القطعة الأولى' })).toBeVisible();
  await sheet.getByRole('button', { name: 'طباعة الأولى' }).press('Enter');
  await expect(sheet.getByRole('img', { name: /أول طباعة على الطابعة/ })).toBeVisible();
  expect(await isMirrored(sheet.getByRole('img', { name: /أول طباعة على الطابعة/ }))).toBe(false);
  await sheet.getByRole('button', { name: 'اعتماد', exact: true }).press('Enter');
  await expect(sheet).toHaveCount(0);
});

test('H28 H20 the printer page is laid out right to left, its picture and its times left to right', async ({ page }) => {
  await speakArabic(page);
  await page.goto(`${station.url}/printers/embedded/Line%201`);
  const stop = page.getByRole('button', { name: 'إيقاف', exact: true });
  const picture = page.getByRole('img', { name: /الطباعة التالية على/ });
  await expect(stop).toBeEnabled();
  await expect(picture).toBeVisible();
  expect(await isMirrored(picture)).toBe(false);
  // The printer controls are at the end of the line, here on the left, away from the start of reading.
  expect(await middle(stop)).toBeLessThan(320);
  expect(await middle(picture)).toBeGreaterThan(await middle(stop));
  await expect(page.getByText('ليس إيقافًا للطوارئ')).toBeVisible();
  await page.getByRole('tab', { name: 'إحصاءات الطباعة' }).click();
  const history = page.getByRole('group', { name: 'عناصر التحكم في المخطط' });
  expect(await middle(history.getByRole('button', { name: 'أقدم' }))).toBeLessThan(
    await middle(history.getByRole('button', { name: 'أحدث' })),
  );

  await stop.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Line 1');
  await expect(question.getByRole('button', { name: 'مواصلة الطباعة' })).toBeFocused();
  expect(await lettersFromLeft(question.getByRole('heading'), `Food case: ${KETCHUP}`)).toBe(`Food case: ${KETCHUP}`);
  await question.getByRole('button', { name: 'إيقاف', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'إطلاق' })).toBeDisabled();
});

test('H28 codes and names keep their order within Arabic text', async ({ page }) => {
  await speakArabic(page);
  const made = await page.evaluate(async (body) => {
    const answer = await fetch('/controllers/embedded/api/v3/tables/Cases', {
      method: 'PUT',
      headers: { 'content-type': 'text/csv' },
      body,
    });
    return answer.status;
  }, `Code,Name\n${CASE_CODE},500 g Ketchup (new).\n`);
  expect(made).toBeLessThan(300);
  await page.goto(`${station.url}/tables/Cases`);
  for (const text of [CASE_CODE, '500 g Ketchup (new).']) {
    const seen = page.getByText(text, { exact: true }).first();
    await expect(seen).toBeVisible();
    expect(await lettersFromLeft(seen, text)).toBe(text);
  }
  const value = page.getByText(CASE_CODE, { exact: true }).last();
  const toEdge = await value.evaluate((text) => {
    const words = document.createRange();
    words.selectNodeContents(text);
    return text.getBoundingClientRect().right - words.getBoundingClientRect().right;
  });
  expect(toEdge).toBeLessThan(30);
  const search = page.getByRole('searchbox');
  await search.fill(CASE_CODE);
  await expect(page.getByText(/صف واحد يحتوي/)).toContainText(CASE_CODE);
  expect(await lettersFromLeft(page.getByText(/صف واحد يحتوي/), CASE_CODE)).toBe(CASE_CODE);

  await page.goto(`${station.url}/labels/Food%20case`);
  await expect(page.getByPlaceholder('\u20662026-11-30 06:00\u2069')).toBeVisible();

  await page.goto(`${station.url}/labels`);
  const size = page.getByText(/86 × 8/).first();
  await expect(size).toBeVisible();
  expect(await lettersFromLeft(size, '86 × 8')).toBe('86 × 8');
});
