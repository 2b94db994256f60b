import { expect, test, type Page } from '#support/signed-in-test.ts';
import type { StationClient } from '#contract/station/index.ts';
import type { StationProcess } from '#support/station-process.ts';
import { startWithPrinters } from './start-with-printers.ts';

const LABEL = 'Fields';

let station: StationProcess;
let client: StationClient;

test.beforeAll(async () => {
  station = await startWithPrinters();
  client = await station.connect();
  await client.labels.put({
    connection: 'embedded',
    name: LABEL,
    expected: null,
    label: { format: 3, width: 80, height: 60, objs: [] },
  });
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

async function openDesigner(page: Page): Promise<void> {
  await page.goto(`${station.url}/labels/${LABEL}`);
  await page.getByText('Data fields', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Table' }).selectOption('Products');
}

const field = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

test('columns are put into an empty code and onto the label, by a drag and by a press, and no code is typed', async ({ page }) => {
  await openDesigner(page);
  await page.getByRole('button', { name: 'QRCode', exact: true }).click();
  await expect(page.getByText('QRCode needs at least one character').first()).toBeVisible();
  const canvas = page.getByRole('application', { name: 'Label as printed' });
  await field(page, 'GTIN').click();
  await expect(page.getByText('QRCode needs at least one character')).toHaveCount(0);
  await field(page, 'Name').dragTo(canvas);
  await expect(page.getByRole('region', { name: /^Object 2/ })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`Label "${LABEL}" saved.`).first()).toBeVisible();
  const label = await client.labels.get({ connection: 'embedded', name: LABEL });
  expect(label).toMatchObject({ objs: [{ text: '{TABLE;GTIN}' }, { type: 'Text', text: '{TABLE;Name}' }] });
});

test('a date is put together from its parts, with the printed text in view', async ({ page }) => {
  await openDesigner(page);
  await page.getByRole('button', { name: 'Date or time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Insert a date or time' });
  await dialog.getByLabel('Add').fill('18');
  await dialog.getByLabel('Unit').selectOption({ label: 'Months' });
  await dialog.getByLabel('Printed as').selectOption({ index: 6 });
  await expect(dialog.getByText(/^\d\d\/20\d\d$/).last()).toBeVisible();
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('{TIME;{MONTH}/{YEAR};+18months}');
});

test('the label is shown with one table row after the other', async ({ page }) => {
  await openDesigner(page);
  const record = page.getByRole('group', { name: 'Table row on the label' });
  await expect(record.getByText(/^row 1 of \d+$/)).toBeVisible();
  await expect(record.getByRole('button', { name: 'Previous row' })).toBeDisabled();
  const first = await record.locator('strong').textContent();
  await record.getByRole('button', { name: 'Next row' }).click();
  await expect(record.getByText(/^row 2 of \d+$/)).toBeVisible();
  await expect(record.locator('strong')).not.toHaveText(first ?? '');
  await record.getByRole('button', { name: 'Previous row' }).click();
  await expect(record.locator('strong')).toHaveText(first ?? '');
});

test('the label on the screen is printed as a test, though it is not saved', async ({ page }) => {
  await openDesigner(page);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await page.getByRole('application', { name: 'Label as printed' }).press('Escape');
  await expect(page.getByRole('button', { name: 'Test print' })).toBeDisabled();
  await page.getByRole('combobox', { name: 'Drawn for printer' }).selectOption('Line 1');
  await page.getByRole('button', { name: 'Test print' }).click();
  await expect(page.getByText('Test print sent to Line 1.').first()).toBeVisible();
});
