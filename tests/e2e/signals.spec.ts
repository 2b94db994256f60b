import { expect, test } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { startWithPrinters } from './start-with-printers.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startWithPrinters();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

test('a person sets up a detector and a beacon on a virtual device: a product passes and is printed, and an output is forced', async ({
  page,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const row = (list: string, name: string) =>
    page.getByRole('region', { name: list, exact: true }).getByRole('listitem').filter({ hasText: name });

  await test.step('a job is loaded', async () => {
    await page.goto(`${station.url}/printers/embedded/Line%201`);
    await page.getByText('Can date code', { exact: true }).click();
    await button('Load job').click();
    await page.getByRole('region', { name: 'Next print' }).filter({ hasText: 'Can date code' }).waitFor();
  });

  await test.step('the device is added', async () => {
    await page.goto(`${station.url}/signals`);
    await button('Add device').click();
    const dialog = page.getByRole('dialog', { name: 'Add signal device' });
    await dialog.getByLabel('Name', { exact: true }).fill('Rack');
    await dialog.getByLabel('Connection').selectOption('Virtual device (training)');
    await dialog.getByRole('button', { name: 'Add input' }).click();
    await dialog.getByRole('button', { name: 'Add output' }).click();
    const output = dialog.getByRole('region', { name: 'Outputs' });
    await output.getByLabel('Name of the signal').fill('Beacon');
    await output.getByLabel('On when').selectOption('Job selected');
    await output.getByLabel('Printer').selectOption('Line 1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('a product passes and is printed, and the beacon is on', async () => {
    await expect(row('Outputs', 'Beacon')).toContainText('On');
    await row('Inputs', 'Input 0').getByRole('button', { name: 'Send pulse' }).click();
    await expect(row('Inputs', 'Input 0')).toContainText('Products: 1, missed: 0');
    const client = await station.connect();
    await expect
      .poll(async () =>
        (await client.prints.list({ connection: 'embedded', limit: 10 })).prints.map(({ printer, state }) => [printer, state]),
      )
      .toEqual([['Line 1', 'printed']]);
  });

  await test.step('a spare output is forced after a question, and released', async () => {
    await row('Outputs', 'Output 3').getByRole('button', { name: 'Force on' }).click();
    const question = page.getByRole('alertdialog', { name: 'Force Output 3 on Rack?' });
    await question.getByRole('button', { name: 'Force on' }).click();
    await expect(row('Outputs', 'Output 3')).toContainText('FORCED');
    await row('Outputs', 'Output 3').getByRole('button', { name: 'Stop forcing' }).click();
    await expect(row('Outputs', 'Output 3')).toContainText('Off');
  });
});
