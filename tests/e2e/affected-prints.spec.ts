import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { printsPageSchema } from '#contract/api-v3/print.ts';
import { expect, test, type Page } from '#support/signed-in-test.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';

let service: OpenService;
let station: StationProcess;

const put = (path: string, body: unknown) => service.call(`/api/v3/${path}`, { method: 'PUT', body });
const post = (path: string, body?: unknown) => service.call(`/api/v3/${path}`, { method: 'POST', ...(body !== undefined && { body }) });
const prints = async () => printsPageSchema.parse((await service.call('/api/v3/prints')).json).prints;

async function trigger(printer: string): Promise<number> {
  return (await post(`printers/${printer}/trigger`)).status;
}

/** Four prints with a wrong date on two printers, and one without on the first. */
test.beforeEach(async () => {
  service = await openService({ virtualPrinters: 2 });
  await put('variables/BBE', { value: '12.03.2025' });
  await put('labels/Carton', textLabel('Best before {VARIABLE;BBE}'));
  await put('labels/Plain', textLabel('No date'));
  await warm(service);
  await post('printers/Line%201/printJob', { labelName: 'Plain', copies: 1 });
  await trigger('Line%201');
  for (const printer of ['Line%201', 'Line%202']) {
    await post(`printers/${printer}/printJob`, { labelName: 'Carton' });
    for (let print = 0; print < 2; print += 1) await trigger(printer);
  }
  await until(prints, (found) => found.length === 5 && found.every(({ state }) => state === 'printed'));
  station = await startStation({ flags: ['--no-embedded', '--controller', service.url] });
});

test.afterEach(async () => {
  await station.stop();
  await service.close();
});

async function findAffected(page: Page): Promise<void> {
  await page.goto(station.url);
  await page.getByRole('link', { name: 'Prints', exact: true }).click();
  await page.getByRole('button', { name: /^Print 2: Carton/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Find affected prints' }).click();
  await expect(page.getByRole('heading', { name: 'Affected prints', level: 1 })).toBeVisible();
}

test('a wrong date that is found afterwards: all prints with it are counted and shown, and further ones blocked', async ({ page }) => {
  await findAffected(page);
  await expect(page.getByRole('heading', { name: '4 affected prints' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Line 2 Printed 2$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Print \d+: Carton/ })).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'Only Carton, version 1' }).uncheck();
  await expect(page.getByRole('heading', { name: '5 affected prints' })).toBeVisible();
  await page.getByLabel('Value on the product').selectOption('BBE: 12.03.2025');
  await expect(page.getByRole('heading', { name: '4 affected prints' })).toBeVisible();

  await page.getByRole('button', { name: 'Block further prints' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('the year is wrong');
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Blocks of further prints' })).toContainText('the year is wrong');
  expect([await trigger('Line%201'), await trigger('Line%202')]).toEqual([409, 409]);
  await page.goto(`${station.url}/#/`);
  await page.getByRole('link', { name: 'Prints', exact: true }).click();
  await expect(page.getByText('Blocked: BBE: 12.03.2025')).toBeVisible();

  await page.getByRole('button', { name: 'Lift block' }).click();
  await page.getByRole('alertdialog').getByRole('textbox', { name: 'Reason' }).fill('the date is right');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lift block' }).click();
  await expect(page.getByText('Blocked: BBE: 12.03.2025')).toHaveCount(0);
  await page.getByText('Lifted blocks').click();
  await expect(page.getByText('BBE: 12.03.2025', { exact: true })).toBeVisible();
  await expect(page.getByText(/^the year is wrong · /)).toBeVisible();
  await expect(page.getByText(/^the date is right · /)).toBeVisible();
  expect([await trigger('Line%201'), await trigger('Line%202')]).toEqual([202, 202]);
});

test('prints are found by a part of their text, and exported with their pictures', async ({ page }) => {
  await findAffected(page);
  await page.getByRole('checkbox', { name: 'Only Carton, version 1' }).uncheck();
  await page.getByLabel('Value on the product').selectOption('A text on the product');
  const text = page.getByRole('textbox', { name: 'Text or code on the product' });
  await expect(text).toHaveValue('Best before 12.03.2025');
  await text.fill('no');
  await expect(page.getByText(/Enter at least 3 characters/)).toBeVisible();
  await text.fill('before 12.03');
  await expect(page.getByRole('heading', { name: '4 affected prints' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export with pictures' }).click();
  const files = unzipSync(await readFile(await (await download).path()));
  expect(Object.keys(files).toSorted()).toEqual([...[2, 3, 4, 5].map((id) => `pictures/${id}.png`), 'prints.csv']);
});

test('a batch is reworked on another printer, and the new prints take the place of the superseded ones', async ({ page }) => {
  await post('printers/Line%202/printJob', {});
  await findAffected(page);
  const rework = async (reason: string) => {
    await page.getByRole('button', { name: 'Rework on another printer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rework 4 prints' });
    await dialog.getByLabel('Printer', { exact: true }).selectOption('Line 2');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await dialog.getByRole('button', { name: 'Queue' }).click();
    return dialog;
  };
  await expect(await rework('the ribbon was creased')).toHaveCount(0);
  for (let print = 0; print < 4; print += 1) expect(await trigger('Line%202')).toBe(202);
  expect(await trigger('Line%202')).toBe(409);
  await until(prints, (found) => found.filter(({ supersededBy }) => supersededBy !== undefined).length === 4);
  await page.reload();
  await expect(page.getByText(/^Superseded by print \d+$/)).toHaveCount(4);
  await page.getByRole('button', { name: /^Print 9: Carton/ }).click();
  const record = page.getByRole('dialog', { name: 'Print 9 of Line 2' });
  await expect(record.getByText('the ribbon was creased')).toBeVisible();
  await page.keyboard.press('Escape');

  await expect(page.getByRole('heading', { name: '8 affected prints' })).toBeVisible();
  await page.getByRole('button', { name: 'Rework on another printer' }).click();
  await expect(page.getByRole('dialog', { name: 'Rework 4 prints' })).toBeVisible();
});

test('one print is reworked from its record, and again only after a second confirmation', async ({ page }) => {
  await page.goto(station.url);
  await page.getByRole('link', { name: 'Prints', exact: true }).click();
  await page.getByRole('button', { name: /^Print 2: Carton/ }).click();
  const record = page.getByRole('dialog', { name: 'Print 2 of Line 1' });
  const dialog = page.getByRole('dialog', { name: 'Rework 1 print' });
  for (const reason of ['torn', 'torn again']) {
    await record.getByRole('button', { name: 'Rework on another printer' }).click();
    await dialog.getByLabel('Printer', { exact: true }).selectOption('Line 2');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await dialog.getByRole('button', { name: 'Queue' }).click();
    if (reason === 'torn') await expect(dialog).toHaveCount(0);
  }
  await expect(dialog.getByRole('alert')).toContainText('waits in the rework job');
  await dialog.getByRole('checkbox', { name: /^Print superseded prints once more/ }).check();
  await dialog.getByRole('button', { name: 'Queue' }).click();
  await expect(dialog).toHaveCount(0);
});
