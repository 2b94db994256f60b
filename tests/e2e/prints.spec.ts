import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '#support/signed-in-test.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';

let service: OpenService;
let other: OpenService;
let station: StationProcess;

/** Prints each of these labels once on the only printer of a controller. */
async function print({ call }: OpenService, labels: Record<string, string>): Promise<void> {
  const printed = async () => ((await call('/api/v3/printers/Line%201/printCounters')).json as { printedLabels: number }).printedLabels;
  for (const [name, text] of Object.entries(labels)) {
    const before = await printed();
    await call(`/api/v3/labels/${name}`, { method: 'PUT', body: textLabel(text) });
    await call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: { labelName: name } });
    await call('/api/v3/printers/Line%201/trigger', { method: 'POST' });
    await until(printed, (count) => count > before);
  }
}

test.beforeAll(async () => {
  [service, other] = await Promise.all([openService({ virtualPrinters: 1 }), openService({ virtualPrinters: 1 })]);
  await Promise.all([warm(service), warm(other)]);
  const names = [...Array.from({ length: 24 }, (_, n) => `Milk-${n}`), 'Cheese-1', 'Cheese-2'];
  await print(service, Object.fromEntries(names.map((name) => [name, name])));
  await other.call('/api/v3/counters/serial', { method: 'PUT', body: { value: 37, width: 6 } });
  await print(other, { Serial: 'No. {COUNTER;serial}' });
  const controllers = [service, other].flatMap(({ url }) => ['--controller', url]);
  station = await startStation({ flags: ['--no-embedded', ...controllers] });
});

test.afterAll(async () => {
  await station.stop();
  await Promise.all([service.close(), other.close()]);
});

const found = (page: Page) => page.getByRole('button', { name: /^Print \d+:/ });

async function openPrints(page: Page): Promise<void> {
  await page.goto(station.url);
  await page.getByRole('link', { name: 'Prints', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Prints', level: 1 })).toBeVisible();
}

test('a print of any controller is found by its serial number without leading zeros, in three steps', async ({ page }) => {
  await page.goto(station.url);
  await page.getByRole('link', { name: 'Prints', exact: true }).click();
  await expect(found(page)).toHaveCount(25);
  await page.keyboard.type('37', { delay: 150 });
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 print, newest first')).toBeVisible();
  await expect(page.getByRole('row').last()).toContainText(new URL(other.url).host);
  await page.reload();
  await expect(found(page)).toHaveAccessibleName('Print 1: Serial');
});

test('H10 a print is found by a part of its text, opened and offered for a reprint, by keyboard alone', async ({ page }) => {
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
  await expect(dialog.getByRole('button', { name: 'Reprint' })).toBeVisible();
  const picture = dialog.getByRole('img', { name: 'Print 25' });
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Print \d+: Cheese-1$/ })).toBeVisible();
});

test('the prints of a printer are read page by page down to the first, and exported', async ({ page }) => {
  await openPrints(page);
  await page.getByLabel('Printer', { exact: true }).selectOption({ label: `Line 1 (${new URL(service.url).host})` });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(found(page)).toHaveCount(24);
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect(page.getByText('26 prints, newest first')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const rows = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect([rows.length, rows[0], rows[1]]).toEqual([
    27,
    expect.stringContaining('Time,Controller,Printer'),
    expect.stringMatching(/,Line 1,26,Cheese-2,1,.*,Printed,/),
  ]);
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
  await expect(found(page)).toHaveCount(25);
});
