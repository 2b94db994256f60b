import { expect, test, type Page } from '#support/signed-in-test.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { pressEnter, scan } from '#support/wedge.ts';
import { openPrinterTab } from '#support/printer-page.ts';

const KETCHUP = '9521234510000';
const PORRIDGE = '9521234510178';
let station: StationProcess;

/** One station; its first line prints the job that the first test selects. */
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  station = await startStation();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

/** Opens the monitor on a screen that has already chosen the label of the products. */
async function openMonitor(page: Page, printers: readonly string[] = [], label = 'Food case'): Promise<void> {
  const choices = {
    tables: [{ connection: 'embedded', table: 'Products', keyColumn: 'GTIN', label: `name:${label}` }],
    printers: [{ connection: 'embedded', names: printers }],
  };
  await page.addInitScript((kept) => localStorage.setItem('strobe.scan.choices', kept), JSON.stringify(choices));
  await page.goto(station.url);
  await expect(page.getByRole('article', { name: 'Line 1', exact: true })).toContainText(/Ready|Printing/);
}

/** How long the picture has to be on the screen before a scan confirms it, in milliseconds. */
const SEEN_FOR = 1_000;

/** Waits for the picture of what will print, and moves the page's clock on by as long as it has to be on the screen. */
async function seen(page: Page): Promise<void> {
  await expect(page.getByRole('img', { name: /^Next print: / })).toBeVisible();
  await page.evaluate((passed) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + passed;
  }, SEEN_FOR);
}

test('H31 H23 H10 scan, select, verify, start in one flow, with scanner and keyboard alone', async ({ page }) => {
  await page.goto(station.url);
  await expect(page.getByRole('article', { name: 'Line 1', exact: true })).toContainText('Ready');
  await scan(page, 'Line 1');
  await expect(page.getByRole('heading', { name: 'Line 1', level: 1 })).toBeVisible();
  await scan(page, `]C101${KETCHUP.padStart(14, '0')}`);
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('Harbour Lane Tomato Ketchup 500 g');
  await expect(sheet.getByText(`Will print: ${KETCHUP}`, { exact: true })).toBeVisible();
  await sheet.getByRole('combobox', { name: 'Label' }).focus();
  await page.keyboard.type('Food case', { delay: 130 });
  // Ends the burst: a scan that follows within 120 ms would continue the last typed letter.
  await page.keyboard.press('F8');
  await expect(sheet.getByRole('button', { name: 'Load on Line 1' })).toBeEnabled();
  await expect(sheet).toContainText(/\d{2} [A-Z]{3} \d{4}/);
  await seen(page);
  await scan(page, KETCHUP);
  await expect(page.getByRole('heading', { name: 'First-article check' })).toBeVisible();
  const one = sheet.getByRole('button', { name: 'Print first one' });
  await one.focus();
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('button', { name: 'Approve' })).toBeFocused();
  await expect(sheet.getByRole('img', { name: 'First print on Line 1' })).toBeVisible();
  await expect(sheet.getByRole('status')).toContainText('1 printed');
  await scan(page, `]C101${KETCHUP.padStart(14, '0')}10L2611A`);
  await expect(sheet).toHaveCount(0);
});

test('H23 a wrong scan reports what was expected, and changes nothing', async ({ page }) => {
  await openMonitor(page, ['Line 1']);
  await scan(page, PORRIDGE);
  await seen(page);
  await scan(page, KETCHUP);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(`Scanned: ${KETCHUP}`);
  await expect(alert).toContainText(`Expected: ${PORRIDGE}`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('article', { name: 'Line 1', exact: true })).toContainText(KETCHUP);
});

test('H23 after a wrong scan neither Enter nor the button selects, until it is acknowledged', async ({ page }) => {
  await openMonitor(page);
  await scan(page, 'Line 2');
  await expect(page.getByRole('heading', { name: 'Line 2', level: 1 })).toBeVisible();
  await scan(page, PORRIDGE);
  await page.getByRole('dialog').getByRole('combobox', { name: 'Label' }).selectOption({ label: 'Can date code' });
  await seen(page);
  const sheet = page.getByRole('dialog');
  const select = sheet.getByRole('button', { name: 'Load on Line 2' });
  await expect(select).toBeEnabled();
  await select.focus();
  await scan(page, KETCHUP);
  await expect(sheet.getByRole('alert')).toBeFocused();
  await expect(select).toBeDisabled();
  await expect(select).toHaveAccessibleDescription(/Answer "Different product" first/);
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('alert')).toBeFocused();
  await sheet.getByRole('button', { name: 'Continue with the product shown' }).click();
  await expect(select).toBeEnabled();
  await expect(select).not.toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('heading', { name: 'Print this on Line 2?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Next print' })).toContainText('No job loaded');
});

test('H18 H23 a scan that changes the label shows old and new, and Enter keeps the current job', async ({ page }) => {
  await openMonitor(page);
  await scan(page, 'Line 1');
  await expect(page.getByRole('heading', { name: 'Line 1', level: 1 })).toBeVisible();
  await scan(page, PORRIDGE);
  await seen(page);
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('img', { name: 'Current print on Line 1' })).toBeVisible();
  await expect(sheet).toContainText(`Replaces "Food case: ${KETCHUP}" (1 printed) with "Food case: ${PORRIDGE}" on Line 1.`);
  const keep = sheet.getByRole('button', { name: 'Keep current job' });
  await expect(keep).toBeFocused();
  const replace = (await sheet.getByRole('button', { name: 'Replace on Line 1' }).boundingBox())!;
  expect((await keep.boundingBox())!.x).toBeGreaterThan(replace.x + replace.width);
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Next print' })).toContainText(KETCHUP);
});

test('on a panel of 800 pixels both pictures and the dates are completely visible next to the question', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 600 });
  await openMonitor(page);
  await scan(page, 'Line 1');
  await expect(page.getByRole('heading', { name: 'Line 1', level: 1 })).toBeVisible();
  await scan(page, PORRIDGE);
  const sheet = page.getByRole('dialog');
  const pictures = [sheet.getByRole('img', { name: 'Current print on Line 1' }), sheet.getByRole('img', { name: /^Next print: / })];
  const date = sheet.getByText(/^\d{2} [A-Z]{3} \d{4}$/);
  for (const part of [...pictures, date, sheet.getByRole('button', { name: 'Keep current job' })]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  const { y } = (await date.boundingBox())!;
  for (const picture of pictures) {
    const box = (await picture.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(y);
  }
  await page.keyboard.press('Escape');
});

test('the review of a scan fits panels and screens: nothing is cut off, and the page does not scroll', async ({ page }) => {
  await openMonitor(page);
  await scan(page, 'Line 1');
  await expect(page.getByRole('heading', { name: 'Line 1', level: 1 })).toBeVisible();
  await scan(page, PORRIDGE);
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('button', { name: 'Replace on Line 1' })).toBeEnabled();
  for (const viewport of [
    { width: 1024, height: 768 },
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(viewport);
    const pictures = [sheet.getByRole('img', { name: 'Current print on Line 1' }), sheet.getByRole('img', { name: /^Next print: / })];
    const buttons = ['Close', 'Keep current job', 'Replace on Line 1'].map((name) => sheet.getByRole('button', { name }));
    for (const part of [
      ...pictures,
      ...buttons,
      sheet.getByText(/^\d{2} [A-Z]{3} \d{4}$/),
      sheet.getByRole('combobox', { name: 'Label' }),
    ]) {
      await expect(part, `${viewport.width} x ${viewport.height}`).toBeInViewport({ ratio: 1 });
    }
    const wide = await sheet.evaluate((dialog) => {
      const parts = [document.documentElement, dialog, ...dialog.querySelectorAll('*')];
      return parts.filter(
        (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1 && getComputedStyle(part).overflowX === 'auto',
      );
    });
    expect(wide, `${viewport.width} x ${viewport.height}`).toEqual([]);
    const { scrollHeight, scrollWidth } = await page.evaluate(() => ({
      scrollHeight: document.documentElement.scrollHeight - innerHeight,
      scrollWidth: document.documentElement.scrollWidth - innerWidth,
    }));
    expect({ scrollHeight: Math.max(0, scrollHeight), scrollWidth: Math.max(0, scrollWidth) }).toEqual({ scrollHeight: 0, scrollWidth: 0 });
  }
  await page.keyboard.press('Escape');
});

test('H21 H17 one confirmation applies to two printers, and each confirms it', async ({ page }) => {
  await openMonitor(page, ['Line 1', 'Line 2'], 'Can date code');
  await scan(page, PORRIDGE);
  await seen(page);
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Apply to 2 printers' }).click();
  for (const printer of ['Line 1', 'Line 2']) {
    const check = sheet.getByRole('region', { name: printer });
    await expect(check.getByRole('button', { name: 'Print first one' })).toBeVisible();
    await expect(check).toContainText('0 printed');
  }
  await sheet.getByRole('region', { name: 'Line 2' }).getByRole('button', { name: 'Stop and give reason' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(`Abort "Can date code: ${PORRIDGE}" (0 printed) on Line 2?`);
  await question.getByRole('textbox', { name: 'Reason' }).fill('smeared');
  await question.getByRole('button', { name: 'Abort' }).click();
  await expect(page.getByText('Stopped on Line 2: smeared').first()).toBeVisible();
});

test('H25 the apply button shows why it is disabled', async ({ page }) => {
  await openMonitor(page, ['Line 1', 'Line 2']);
  await scan(page, PORRIDGE);
  const apply = page.getByRole('button', { name: 'Apply to 2 printers' });
  await expect(apply).toHaveAccessibleDescription(/70 mm high.*"Line 2"/);
  await expect(apply).toBeDisabled();
});

test('a label that cannot be rendered is reported with the value that prevents it', async ({ page }) => {
  await openMonitor(page, ['Line 2']);
  await scan(page, PORRIDGE);
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('No preview – see the message next to the fields.')).toBeVisible();
  await expect(sheet.getByText('Drawing preview')).toHaveCount(0);
  await sheet.getByRole('textbox', { name: 'Copies' }).fill('0');
  const apply = sheet.getByRole('button', { name: 'Load on Line 2' });
  await expect(apply).toHaveAccessibleDescription('Correct the highlighted value.');
  await expect(apply).toBeDisabled();
});

test('H23 an ambiguous scan never acts, and shows the candidates', async ({ page }) => {
  await openMonitor(page, ['Line 2']);
  const made = await page.evaluate(async (body) => {
    const answer = await fetch('/controllers/embedded/api/v3/tables/Seasonal', {
      method: 'PUT',
      headers: { 'content-type': 'text/csv' },
      body,
    });
    return answer.status;
  }, `GTIN,Name\n4006381333931,Summer pack\n4006381333931,Winter pack\n`);
  expect(made).toBeLessThan(300);
  await scan(page, '4006381333931');
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('matches 2 rows');
  await expect(sheet.getByRole('button', { name: 'None of them' })).toBeFocused();
  await scan(page, '4006381333931');
  await expect(sheet.getByRole('button', { name: /Winter pack/ })).toBeVisible();
  await pressEnter(page);
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('article', { name: 'Line 2', exact: true })).toContainText('no job loaded');
});

test('H25 a row range shows its limits and its number of prints, and returns to its checkpoint', async ({ page }) => {
  await openMonitor(page);
  await page.getByRole('link', { name: 'Line 2', exact: true }).click();
  await page.getByRole('tab', { name: 'Row range' }).click();
  await page.getByRole('combobox', { name: 'Table', exact: true }).selectOption({ label: 'Products' });
  await page.getByRole('combobox', { name: 'Label', exact: true }).selectOption({ label: 'Can date code' });
  const first = page.getByRole('textbox', { name: 'First row' });
  await first.fill('0');
  await expect(page.getByText('Enter at least 1.')).toBeVisible();
  await first.fill('2');
  await page.getByRole('textbox', { name: 'Number of rows' }).fill('2');
  await expect(page.getByText(/^Rows 2 to 3 of \d+ · 2 prints$/)).toBeVisible();
  await expect(page.getByRole('img', { name: 'First print' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Last print' })).toBeVisible();
  await page.getByRole('checkbox', { name: /Checkpoint/ }).check();
  await page.getByRole('button', { name: 'Load job', exact: true }).click();
  const counters = page.getByRole('region', { name: 'Counters' }).getByRole('definition');
  for (const printed of ['1', '2']) {
    await page.getByRole('button', { name: 'Trigger' }).click();
    await expect(counters.first()).toHaveText(printed);
  }
  await openPrinterTab(page, 'Queue');
  await page.getByRole('button', { name: 'Return here' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Return here' }).click();
  await openPrinterTab(page, 'Operate');
  await expect(page.getByRole('region', { name: 'Next print' })).toContainText('Can date code');
});

test('a printer that requires a pre-flight refuses a scanned row, and leads to the pre-flight with the options of the job', async ({
  page,
}) => {
  const client = await station.connect();
  const on = { connection: 'embedded', printer: 'Line 2' };
  const settings = await client.settings.getPrinter(on);
  await client.settings.putPrinter({ ...on, settings: { ...settings, preflightRequired: true } });
  await openMonitor(page, ['Line 2'], 'Can date code');
  await scan(page, PORRIDGE);
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(/No valid pre-flight covers the selection/).first()).toBeVisible();
  await sheet.getByRole('link', { name: 'Go to the pre-flight' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Pre-flight of Products' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Label', exact: true })).toHaveValue('Can date code');
  await expect(page.getByRole('combobox', { name: 'Printer' })).toHaveValue('Line 2');
  await client.settings.putPrinter({ ...on, settings });
});
