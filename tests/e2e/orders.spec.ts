import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { startWithPrinters } from './start-with-printers.ts';

let station: StationProcess;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strobe-orders-e2e-'));
  station = await startWithPrinters();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

test('orders come from a folder: one is started and printed, one is cancelled, and a wrong file is set aside with its reason', async ({
  page,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });

  await test.step('the folder is added', async () => {
    await page.goto(`${station.url}/order-folders`);
    await button('Add folder').click();
    const dialog = page.getByRole('dialog', { name: 'Add folder' });
    await dialog.getByLabel('Name', { exact: true }).fill('ERP');
    await dialog.getByLabel('Path').fill('orders');
    await dialog.getByLabel('Seconds between two looks').fill('1');
    await dialog.getByLabel('Printers').fill('Line 1');
    await dialog.getByLabel('Label').fill('Can date code');
    await dialog.getByLabel('Start').selectOption('By an operator');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('must be an absolute path').first()).toBeVisible();
    await dialog.getByLabel('Path').fill(folder);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Watching')).toBeVisible();
  });

  await test.step('files are taken, and a wrong one is refused', async () => {
    writeFileSync(join(folder, 'shift.csv'), 'id,product,quantity\n4711,Milk 1 l,2\n4712,Cream,50\n');
    writeFileSync(join(folder, 'wrong.json'), '{"quantity":0}');
    await expect(row('shift.csv')).toContainText('2 orders accepted');
    await expect(row('wrong.json')).toContainText('/quantity: must be at least 1');
    expect(existsSync(join(folder, 'refused/wrong.json.result.json'))).toBe(true);
  });

  await test.step('an order is started and printed', async () => {
    await page.goto(`${station.url}/orders`);
    await row('4711').click();
    const dialog = page.getByRole('dialog', { name: 'Order 4711' });
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(dialog.getByText('Queued', { exact: true })).toBeVisible();
    await page.goto(`${station.url}/printers/embedded/Line%201`);
    const order = page.getByRole('region', { name: 'Order', exact: true });
    await expect(order).toContainText('0 of 2 printed');
    await page.getByRole('region', { name: 'Next print' }).filter({ hasText: 'Can date code' }).waitFor();
    await button('Trigger').click();
    await expect(order).toContainText('1 of 2 printed');
    await order.getByRole('link', { name: '4711' }).click();
    await expect(page.getByRole('dialog', { name: 'Order 4711' })).toContainText('Printing');
  });

  await test.step('another order asks before it ends the job, and is cancelled with a reason', async () => {
    await page.goto(`${station.url}/orders?order=4712`);
    const dialog = page.getByRole('dialog', { name: 'Order 4712' });
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Start order 4712 in place of another job?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    const asked = page
      .getByRole('alertdialog', { name: 'Cancel order 4712?' })
      .or(page.getByRole('dialog', { name: 'Cancel order 4712?' }));
    await asked.getByRole('textbox').fill('Wrong product');
    await asked.getByRole('button', { name: 'Cancel order' }).click();
    await expect(dialog).toContainText('Cancelled');
    await expect(dialog).toContainText('Wrong product');
  });
});
