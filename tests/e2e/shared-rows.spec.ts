import { expect, test, type Page } from '#support/signed-in-test.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { openPrinterTab } from '#support/printer-page.ts';

let station: StationProcess;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  station = await startStation();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

async function openPrinter(page: Page, printer: string): Promise<void> {
  await page.goto(station.url);
  await page.getByRole('link', { name: printer, exact: true }).click();
  await expect(page.getByRole('heading', { name: printer, level: 1 })).toBeVisible();
}

async function shareRows(page: Page, printer: string): Promise<void> {
  await openPrinter(page, printer);
  await page.getByRole('tab', { name: 'Row range' }).click();
  await page.getByRole('combobox', { name: 'Table', exact: true }).selectOption({ label: 'Products' });
  await page.getByRole('combobox', { name: 'Label', exact: true }).selectOption({ label: 'Can date code' });
  await page.getByRole('textbox', { name: 'Number of rows' }).fill('3');
  await page.getByRole('checkbox', { name: /Share rows with other printers/ }).check();
  await page.getByRole('button', { name: 'Load job', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Next print' })).toContainText('Row');
}

async function trigger(page: Page, printed: string): Promise<void> {
  await page.getByRole('button', { name: 'Trigger' }).click();
  await expect(page.getByRole('region', { name: 'Counters' }).getByRole('definition').first()).toHaveText(printed);
}

test('two printers print the rows of a table once, and each shows what the other has printed', async ({ page }) => {
  await shareRows(page, 'Line 1');
  await shareRows(page, 'Line 2');
  await trigger(page, '1');
  await openPrinter(page, 'Line 1');
  await expect(page.getByRole('region', { name: 'Next print' })).toContainText('Row 2 of 3 · 0 printed here, 1 elsewhere');
  await trigger(page, '1');
  await trigger(page, '2');
  await expect(page.getByRole('region', { name: 'Next print' })).toContainText('No job loaded');
  await openPrinter(page, 'Line 2');
  await expect(page.getByRole('region', { name: 'Next print' })).toContainText('No job loaded');
});

test('rows that are all printed are refused with the way out', async ({ page }) => {
  await openPrinter(page, 'Line 2');
  await page.getByRole('tab', { name: 'Row range' }).click();
  await page.getByRole('combobox', { name: 'Table', exact: true }).selectOption({ label: 'Products' });
  await page.getByRole('combobox', { name: 'Label', exact: true }).selectOption({ label: 'Can date code' });
  await page.getByRole('textbox', { name: 'Number of rows' }).fill('3');
  await page.getByRole('checkbox', { name: /Share rows with other printers/ }).check();
  await expect(page.getByText('To print them again, load the job without sharing its rows.').first()).toBeVisible();
});

test('the rows of jobs that ended are released on the page of their table, with a reason', async ({ page }) => {
  await page.goto(`${station.url}/tables/Products`);
  await expect(page.getByText(/^Shared rows\. Finished: 3/)).toBeVisible();
  const release = page.getByRole('button', { name: 'Release rows' });
  const question = page.getByRole('alertdialog');
  await release.click();
  await question.getByRole('textbox', { name: 'Reason' }).fill('the cans are scrapped');
  await question.getByRole('button', { name: 'Release rows' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByText(/^Shared rows\. Finished/)).toHaveCount(0);
});

test('a printer that requires it waits until its first print is found right', async ({ page }) => {
  await openPrinter(page, 'Line 1');
  await openPrinterTab(page, 'Settings');
  await page.getByRole('region', { name: 'Triggers' }).getByRole('button', { name: 'Change' }).click();
  await page.getByRole('checkbox', { name: /Require a check of the first print/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Triggers' })).toContainText('Required');
  await openPrinterTab(page, 'Operate');
  await page.getByRole('searchbox', { name: 'Search labels' }).fill('Can date code');
  await page.getByText('Can date code', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Load job', exact: true }).click();
  await trigger(page, '3');
  const check = page.getByRole('region', { name: 'First print' });
  await expect(check.getByRole('img', { name: 'First print on Line 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Trigger' })).toBeDisabled();
  await check.getByRole('button', { name: 'Approve' }).click();
  await expect(check).toHaveCount(0);
  await trigger(page, '4');
});

test('a first print that is wrong aborts the job with the reason', async ({ page }) => {
  await openPrinter(page, 'Line 1');
  await page.getByRole('button', { name: 'Set up next job' }).click();
  await page.getByRole('searchbox', { name: 'Search labels' }).fill('Can date code');
  await page.getByText('Can date code', { exact: true }).last().click();
  await page.getByRole('button', { name: 'Load job', exact: true }).click();
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: /Replace|Load/ })
    .click();
  await trigger(page, '5');
  await page.getByRole('region', { name: 'First print' }).getByRole('button', { name: 'Stop and give reason' }).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await dialog.getByRole('textbox').fill('The date is missing');
  await dialog.getByRole('button', { name: 'Abort', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Next print' })).toContainText('No job loaded');
  await page.goto(`${station.url}/event-log`);
  await expect(page.getByText('The date is missing').first()).toBeVisible();
  await expect(page.getByText('First print checked').first()).toBeVisible();
});
