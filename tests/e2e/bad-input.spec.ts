import { expect, test, type Page } from '#support/signed-in-test.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { openPlace } from '#support/open-place.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startStation();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

async function openWhenReady(page: Page, link: string): Promise<void> {
  await page.goto(station.url);
  await expect(page.getByRole('article', { name: 'Line 1', exact: true })).toContainText('Ready');
  await openPlace(page, link);
}

test('a CSV file with a broken row is refused with its line number, and the table is unchanged', async ({ page }) => {
  await openWhenReady(page, 'Tables');
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  const rows = page.getByText(/^\d+ rows$/);
  const before = await rows.innerText();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Replace with CSV' }).click();
  const buffer = Buffer.from('GTIN,Name\n9521234510000,Ketchup\n9521234510178,Porridge,too many\n');
  await (await chooser).setFiles({ name: 'broken.csv', mimeType: 'text/csv', buffer });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('Line 3: cells in the row: 3');
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(rows).toHaveText(before);
});

test('a label with wrong objects is refused as a whole, with one message per fault at its object', async ({ page }) => {
  await openWhenReady(page, 'Labels');
  await page.getByRole('link', { name: 'Pallet QR', exact: true }).click();
  await page.getByRole('tab', { name: 'JSON', exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Label document' });
  await expect(text).toHaveValue(/"QRCode"/);
  const wrong = {
    format: 3,
    width: 50,
    height: 30,
    objs: [
      { type: 'Circle', x: 1, y: 1 },
      { type: 'Text', x: 1, y: 1, text: '{NOSUCHCODE}', font: { family: 'Arial', height: 3 } },
      { type: 'EAN-13', x: 1, y: 5, text: '4006381333932' },
      { type: 'Rect', x: 1, y: 1, width: -4, height: 2 },
    ],
  };
  await text.fill(JSON.stringify(wrong, null, 2));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const faults = page.getByRole('alert').filter({ hasText: 'Not saved' });
  await expect(faults).toContainText('/objs/0/type');
  await expect(faults).toContainText('/objs/3/width');
  await faults.getByRole('button').filter({ hasText: '/objs/3/width' }).click();
  expect(await text.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart).startsWith('-4'))).toBe(true);

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(text).toHaveValue(/"QRCode"/);
});
