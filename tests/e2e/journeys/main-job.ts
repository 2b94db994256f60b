import { expect, test, type Page } from '@playwright/test';
import { decodeCodes } from '#support/decode-codes.ts';
import { KETCHUP_LABEL } from '#support/ketchup-label.ts';
import { productsCsv } from '#support/products.ts';
import { openPrinterTab } from '#support/printer-page.ts';

/** YYMMDD, thirty days from now in the controller's time zone, which is that of this machine. */
function bestBefore(): string {
  const parts = new Intl.DateTimeFormat('en-CA', { year: '2-digit', month: '2-digit', day: '2-digit' });
  return parts.format(Date.now() + 30 * 86_400_000).replaceAll('-', '');
}

/** A picture fetched by the page over its own link. */
async function bytesOf(page: Page, source: string): Promise<Uint8Array> {
  const bytes = await page.evaluate(async (address) => [...new Uint8Array(await (await fetch(address)).arrayBuffer())], source);
  return Uint8Array.from(bytes);
}

/** From 5 000 products in a file to three prints of one of them, on an open page. */
export async function mainJob(page: Page): Promise<void> {
  await test.step('import 5 000 products as a table', async () => {
    await expect(page.getByRole('article', { name: 'Line 1', exact: true })).toContainText('Ready');
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await (await chooser).setFiles({ name: 'Real products.csv', mimeType: 'text/csv', buffer: Buffer.from(productsCsv()) });
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Real products');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(page.getByText(/^5,?000 rows$/)).toBeVisible();
  });

  await test.step('put a label with name, EAN-13 and GS1 DataMatrix', async () => {
    await page.getByRole('link', { name: 'Labels', exact: true }).click();
    await page.getByRole('button', { name: 'New label' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Ketchup case');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { name: 'Ketchup case', level: 1 })).toBeVisible();
    await page.getByRole('tab', { name: 'JSON', exact: true }).click();
    await page.getByRole('textbox', { name: 'Label document' }).fill(JSON.stringify(KETCHUP_LABEL, null, 2));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Label "Ketchup case" saved.').first()).toBeVisible();
  });

  let gtin = '';
  await test.step('search "Ketchup" on the printer page, choose a row, see its simulation', async () => {
    await page.getByRole('link', { name: 'Monitor', exact: true }).first().click();
    await page.getByRole('link', { name: 'Line 1', exact: true }).click();
    await page.getByRole('tab', { name: 'Table row' }).click();
    await chooseOption('Table', 'Real products');
    await page.getByRole('searchbox', { name: 'Search rows' }).fill('Ketchup');
    const row = page.getByRole('row', { name: /ketchup/i }).first();
    gtin = await row.getByRole('cell', { name: /^\d{13}$/ }).innerText();
    await row.click();
    await chooseOption('Label', 'Ketchup case');
    const preview = page.getByRole('img', { name: /Preview of/ });
    await expect(preview).toBeVisible();
    expect(await preview.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(500);
  });

  await test.step('load it', async () => {
    await page.getByRole('button', { name: 'Load job', exact: true }).click();
    await expect(page.getByRole('img', { name: 'Next print on Line 1' })).toBeVisible();
  });

  await test.step('trigger three times', async () => {
    const counters = page.getByRole('region', { name: 'Counters' });
    for (const count of ['1', '2', '3']) {
      await page.getByRole('button', { name: 'Trigger' }).click();
      await expect(counters.getByRole('definition').first()).toHaveText(count);
    }
  });

  await test.step('the history shows 3 in total', async () => {
    await openPrinterTab(page, 'History');
    const counts = page.getByRole('region', { name: 'History' }).getByRole('row').locator('td:last-child');
    await expect.poll(async () => (await counts.allInnerTexts()).reduce((sum, text) => sum + Number(text), 0)).toBe(3);
  });

  await test.step('the three pictures hold that GTIN and three different serials', async () => {
    await openPrinterTab(page, 'Prints');
    const pictures = page.getByRole('region', { name: 'Last prints' }).getByRole('img');
    await expect(pictures).toHaveCount(3);
    const sources = await pictures.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
    const decoded = await Promise.all(sources.map(async (source) => decodeCodes(await bytesOf(page, source))));
    const serials = decoded.map((codes) => {
      expect(codes.map(({ format }) => format)).toEqual(['DataMatrix', 'EAN13']);
      expect(codes[1]?.text).toBe(gtin);
      const [, serial] = new RegExp(`^\\(01\\)0${gtin}\\(17\\)${bestBefore()}\\(21\\)(\\d{6})$`).exec(codes[0]?.text ?? '') ?? [];
      return serial;
    });
    expect(serials.every((serial) => serial !== undefined)).toBe(true);
    expect(new Set(serials).size).toBe(3);
  });

  await test.step('the tile shows 3', async () => {
    await page.getByRole('link', { name: 'Monitor', exact: true }).first().click();
    await expect(page.getByRole('article', { name: 'Line 1', exact: true }).getByText('3', { exact: true })).toBeVisible();
  });

  async function chooseOption(field: string, option: string): Promise<void> {
    await page.getByRole('combobox', { name: field, exact: true }).selectOption({ label: option });
  }
}
