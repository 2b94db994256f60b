import { expect, test } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { IoModuleEmulator } from '../../electron/emulators/io-module/io-module-emulator.ts';
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

test('a person enters the registers of a module that is not listed: a wrong one is refused at its field, and the counter counts products', async ({
  page,
}) => {
  const module = new IoModuleEmulator({ profile: 'adam-6000' });
  await module.start();
  try {
    await page.goto(`${station.url}/signals`);
    await page.getByRole('button', { name: 'Add device', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add signal device' });
    const registers = dialog.getByRole('region', { name: 'Registers of the module' });
    const group = (name: string) => registers.getByRole('group', { name });
    const save = () => dialog.getByRole('button', { name: 'Save' }).click();

    await test.step('a missing address is refused at its field', async () => {
      await dialog.getByLabel('Name', { exact: true }).fill('Other rack');
      await dialog.getByLabel('Module').selectOption('Other module');
      await dialog.getByLabel('Address', { exact: true }).fill('127.0.0.1');
      await dialog.getByLabel('Port').fill(String(module.port));
      await group('Outputs').getByLabel('Address of output 0').fill('');
      await save();
      await expect(group('Outputs').getByText('Enter a number.')).toBeVisible();
      await expect(dialog).toBeVisible();
    });

    await test.step('two inputs of one channel are refused at the second one', async () => {
      await group('Outputs').getByLabel('Address of output 0').fill('16');
      await group('Inputs').getByLabel('Read as').selectOption('Coils (function 1)');
      await dialog.getByRole('button', { name: 'Add input' }).click();
      await dialog.getByRole('button', { name: 'Add input' }).click();
      const channel = dialog.getByRole('region', { name: 'Inputs', exact: true }).getByLabel('Channel').last();
      await channel.fill('0');
      await save();
      await expect(channel).toHaveAccessibleDescription('is used already');
      await dialog.getByRole('button', { name: 'Remove Input 1' }).click();
    });

    await test.step('the counters are described, and the connection is tested', async () => {
      await dialog.getByLabel('Use the counter of the module').check();
      await group('Counters').getByLabel('The module counts its inputs').check();
      await group('Counters').getByLabel('Read as').selectOption('Holding registers (function 3)');
      await group('Counters').getByLabel('Word order').selectOption('Low word first');
      await dialog.getByRole('button', { name: 'Test connection' }).click();
      await expect(dialog.getByText('The device answers.')).toBeVisible();
      await save();
      await expect(dialog).toBeHidden();
    });

    await test.step('what the module counts is shown: more products than can be printed at once are missed', async () => {
      const rack = page.getByRole('region', { name: 'Other rack', exact: true });
      const input = rack.getByRole('region', { name: 'Inputs', exact: true }).getByRole('listitem').filter({ hasText: 'Input 0' });
      await expect(input).toContainText('Off');
      module.tables.counters[0] = 70_001;
      await expect(input).toContainText('Products: 70001, missed: 69969');
    });
  } finally {
    await module.stop();
  }
});
