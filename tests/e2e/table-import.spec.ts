import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '#support/signed-in-test.ts';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readWorkbook } from '#renderer/domain/excel/read-workbook.ts';
import { writeWorkbook } from '#renderer/domain/excel/write-workbook.ts';
import { productsCsv } from '#support/products.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { awaitPrinters } from './rules/pages.ts';
import { openPlace } from '#support/open-place.ts';

/** Real products; one of the first rows has an extra cell, and one a duplicate key. */
const lines = productsCsv().split(/\r?\n/).slice(0, 300);
const [, secondRow = '', thirdRow = ''] = lines;
const KEY = secondRow.split(',')[0] ?? '';
const broken = [...lines.slice(0, 3), `${thirdRow},surplus`, ...lines.slice(3)].join('\r\n');
const doubled = [...lines, thirdRow.replace(/^[^,]*/, KEY)].join('\r\n');

const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let station: StationProcess;

test.beforeEach(async ({ page }) => {
  station = await startStation();
  await awaitPrinters(page, station.url);
});

test.afterEach(async () => {
  expect(await station.stop()).toBe(0);
});

async function choose(page: Page, press: () => Promise<void>, content: string | Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await press();
  const isText = typeof content === 'string';
  const [name, mimeType] = isText ? ['Spring range.csv', 'text/csv'] : ['Spring range.xlsx', EXCEL];
  await (await chooser).setFiles({ name, mimeType, buffer: isText ? Buffer.from(content) : content });
}

const doublesOf = (page: Page): Locator => page.getByRole('combobox', { name: 'Duplicates' });

test('a table is updated from a file by its key: the difference is shown, applied as one step and undone', async ({ page }) => {
  await openPlace(page, 'Tables');
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  const file = 'Name;GTIN;Price\nKetchup, new recipe;9521234510000;2,99\nSea Salt;9521234519999;0,99\nTwice;77;1\nTwice;77;1\n';
  await choose(page, () => page.getByRole('button', { name: 'Update from a file' }).click(), file);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: /Harbour Lane Tomato Ketchup 500 g/ })).toContainText('Ketchup, new recipe');
  await expect(dialog).toContainText('"77": lines 4, 5');
  await expect(dialog).toContainText('Columns that the table does not have are left out: Price');
  await expect(dialog).toContainText('11 rows that are only in the table are kept');
  await dialog.getByRole('tab', { name: '1 new row' }).click();
  await expect(dialog.getByRole('row', { name: /Sea Salt/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  const sheet = page.getByRole('grid', { name: 'Products' });
  await expect(page.getByText('13 rows', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('gridcell', { name: 'Ketchup, new recipe' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('12 rows', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('gridcell', { name: 'Harbour Lane Tomato Ketchup 500 g' })).toBeVisible();
});

test('a table import with errors: a refused line, another file, its duplicate keys, and a cell that corrects them', async ({ page }) => {
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await choose(page, () => page.getByRole('button', { name: 'Import CSV' }).click(), broken);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('Line 4: cells in the row: 3; expected: 2');
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await choose(page, () => dialog.getByRole('button', { name: 'Choose another file' }).click(), doubled);
  await expect(dialog).toContainText(`"${KEY}": lines 2, 301`);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('300 rows', { exact: true })).toBeVisible();

  const key = lines[0]?.split(',')[0] ?? '';
  await doublesOf(page).selectOption(key);
  await expect(page.getByRole('status').filter({ hasText: `2 rows with duplicates in "${key}"` })).toBeVisible();
  const sheet = page.getByRole('grid', { name: 'Spring range' });
  const cells = sheet.getByRole('gridcell', { name: KEY, exact: true });
  await expect(cells).toHaveCount(2);
  await cells.last().click();
  await cells.last().click();
  await sheet.getByRole('textbox').fill(`${KEY}-2`);
  await sheet.getByRole('textbox').press('Enter');
  await expect(sheet.getByText(`${KEY}-2`, { exact: true })).toBeVisible();
  await doublesOf(page).selectOption('');
  await expect(page.getByText('300 rows', { exact: true })).toBeVisible();
  await doublesOf(page).selectOption(key);
  await expect(page.getByRole('status').filter({ hasText: `No duplicates in "${key}"` })).toBeVisible();
});

test('an Excel file is imported with its leading zeros, values that Excel damaged are faults, and the export equals the import', async ({
  page,
}) => {
  const names = Array.from({ length: 20_000 }, (_, row) => [`00${row}`, `Müller & "Söhne" ${row}`]);
  const sheet = await workbookOf([['Article', 'Name'], ...names]);
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await choose(page, () => page.getByRole('button', { name: 'Import CSV or Excel' }).click(), await brokenWorkbook());
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('Line 1: cell 2 contains a formula error');
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await choose(page, () => dialog.getByRole('button', { name: 'Choose another file' }).click(), sheet);
  await expect(dialog).toContainText('20 000 rows, columns: 2');
  await expect(dialog.getByRole('combobox', { name: 'Sheet' })).toContainText('Products');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('gridcell', { name: '000', exact: true })).toBeVisible();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Excel' }).click();
  const file = await saved;
  const [exported] = await readWorkbook(readFileSync(await file.path()));
  expect([file.suggestedFilename(), exported?.name]).toEqual(['Spring range.xlsx', 'Spring range']);
  expect(exported?.rows.map(({ cells }) => cells)).toEqual([['Article', 'Name'], ...names]);
});

test('H10 a table with errors is imported by keyboard alone', async ({ page }) => {
  const press = async (name: string, role: 'button' | 'link' = 'button'): Promise<void> => {
    const target = page.getByRole(role, { name, exact: true }).first();
    await expect(target).toBeEnabled();
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  await press('Data', 'link');
  await choose(page, () => press('Import CSV or Excel'), broken);
  await expect(page.getByRole('dialog')).toContainText('Line 4: cells in the row: 3; expected: 2');
  await choose(page, () => press('Choose another file'), doubled);
  await press('Import');
  const sheet = page.getByRole('grid', { name: 'Spring range' });
  await expect(sheet.getByRole('gridcell', { name: KEY, exact: true }).first()).toBeVisible();

  await tabTo(page, sheet);
  await page.keyboard.press('Control+End');
  await expect(sheet.getByRole('rowheader', { name: '300', exact: true })).toBeVisible();
  await page.keyboard.press('F2');
  await expect(sheet.getByRole('textbox')).toBeFocused();
  // At typing speed, since faster input counts as a scan.
  await page.keyboard.type(`${KEY}-2`, { delay: 120 });
  await page.keyboard.press('Enter');
  await expect(sheet.getByText(`${KEY}-2`, { exact: true })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(sheet.getByText(`${KEY}-2`, { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Redo' })).toBeEnabled();
});

test('a file in another encoding, with semicolons, an omitted column and a renamed one, is stored as in its preview', async ({ page }) => {
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  const bytes = Buffer.from('Nr;Bezeichnung;Intern\r\n1;K\u00e4se, jung;x\r\n2;\u00d6l;y\r\n', 'latin1');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await (await chooser).setFiles({ name: 'Sortiment.csv', mimeType: 'text/csv', buffer: bytes });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('combobox', { name: 'Encoding' })).toHaveValue('windows-1252');
  await expect(dialog.getByRole('combobox', { name: 'Delimiter' })).toHaveValue(';');
  await dialog.getByRole('combobox', { name: 'Delimiter' }).selectOption('|');
  await expect(dialog).toContainText('2 rows, columns: 1');
  await dialog.getByRole('combobox', { name: 'Delimiter' }).selectOption(';');
  await dialog.getByRole('tab', { name: 'Columns' }).click();
  await dialog.getByRole('checkbox', { name: 'Intern' }).uncheck();
  await dialog.getByRole('textbox', { name: 'Table column name for "Bezeichnung"' }).fill('Name');
  await dialog.getByRole('tab', { name: 'Preview' }).click();
  const preview = dialog.getByRole('table', { name: 'First rows as they will be stored' });
  await expect(preview.getByRole('columnheader')).toHaveText(['Row', 'Nr', 'Name']);
  await expect(preview.getByRole('cell', { name: 'K\u00e4se, jung' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  const sheet = page.getByRole('grid', { name: 'Sortiment' });
  await expect(sheet.getByRole('gridcell')).toHaveText(['1', 'K\u00e4se, jung', '2', '\u00d6l']);
});

/** Tabs until this control has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 60 && !(await isFocused()); steps++) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

async function workbookOf(rows: string[][]): Promise<Buffer> {
  const batches = async function* () {
    yield await Promise.resolve(rows);
  };
  return Buffer.from(await (await writeWorkbook('Products', batches())).arrayBuffer());
}

/** An Excel file with a formula error in its first row. */
async function brokenWorkbook(): Promise<Buffer> {
  const parts = unzipSync(await workbookOf([['Article', 'x']]));
  const path = 'xl/worksheets/sheet1.xml';
  const xml = strFromU8(parts[path] ?? new Uint8Array()).replace(/<c r="B1".*?<\/c>/, '<c r="B1" t="e"><v>#N/A</v></c>');
  return Buffer.from(zipSync({ ...parts, [path]: strToU8(xml) }));
}
