import { expect, test, type Page } from '#support/signed-in-test.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { openPrinterTab } from '#support/printer-page.ts';

let service: OpenService;
let station: StationProcess;

const printed = async () => {
  const { json } = await service.call('/api/v3/printers/Line%201/printCounters');
  return (json as { printedLabels: number }).printedLabels;
};

/** Prints each of these texts once on the only printer. */
async function print(...texts: string[]): Promise<void> {
  for (const text of texts) {
    const before = await printed();
    await service.call(`/api/v3/labels/${text}`, { method: 'PUT', body: textLabel(text) });
    await service.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: { labelName: text } });
    await service.call('/api/v3/printers/Line%201/trigger', { method: 'POST' });
    await until(printed, (count) => count > before);
  }
}

test.beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  await warm(service);
  await print(...Array.from({ length: 24 }, (_, n) => `Milk-${n}`), 'Cheese-1', 'Cheese-2');
  station = await startStation({ flags: ['--no-embedded', '--controller', service.url] });
});

test.afterAll(async () => {
  await station.stop();
  await service.close();
});

async function openPrints(page: Page): Promise<void> {
  await page.goto(station.url);
  await page.getByRole('link', { name: 'Line 1', exact: true }).click();
  await openPrinterTab(page, 'Prints');
  await page.getByRole('link', { name: 'Search all prints' }).click();
  await expect(page.getByRole('heading', { name: 'Prints of Line 1', level: 1 })).toBeVisible();
}

test('H10 a print is found by a part of its text, and opened, by keyboard alone', async ({ page }) => {
  await openPrints(page);
  await page.getByRole('searchbox', { name: 'Text or code on the product' }).focus();
  await page.keyboard.type('cheese', { delay: 150 });
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 prints, newest first')).toBeVisible();
  await page.getByRole('button', { name: /^Print \d+: Cheese-1$/ }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Print 25 of Line 1$/ });
  await expect(dialog.getByText('Cheese-1, version 1')).toBeVisible();
  await expect(dialog.getByText(/Printed$/).first()).toBeVisible();
  const picture = dialog.getByRole('img', { name: 'Print 25' });
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Print \d+: Cheese-1$/ })).toBeVisible();
});

test('prints are read page by page down to the first', async ({ page }) => {
  await openPrints(page);
  await expect(page.getByRole('button', { name: /^Print \d+:/ })).toHaveCount(24);
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect(page.getByText('26 prints, newest first')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0);
});

test('H25 an invalid search is refused at its field, and one without results is reported', async ({ page }) => {
  await openPrints(page);
  await page.getByRole('searchbox', { name: 'Text or code on the product' }).fill('ab');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(/[Aa]t least 3 characters/);
  await page.getByRole('searchbox', { name: 'Text or code on the product' }).fill('Butter');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No matching prints')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Print \d+:/ })).toHaveCount(24);
});
