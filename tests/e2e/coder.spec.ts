import { expect, test, type Page } from '#support/signed-in-test.ts';
import { Cable } from '#support/cable.ts';
import type { StationProcess } from '#support/station-process.ts';
import { scan } from '#support/wedge.ts';
import { printerTab } from '#support/printer-page.ts';
import { CodenetEmulator } from '../../electron/emulators/codenet/codenet-emulator.ts';
import { keys } from './journeys/input-methods.ts';
import { startWithPrinters } from './start-with-printers.ts';

const KETCHUP = '9521234510000';

let station: StationProcess;
const device = new CodenetEmulator({ printTime: 20 });
const cable = new Cable(() => device.port);

test.beforeAll(async () => {
  // Products pass when this test says so.
  device.head.hold('waiting');
  await device.start();
  await cable.plugIn();
  station = await startWithPrinters();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
  await cable.unplug();
  await device.stop();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const printed = (page: Page) => page.getByRole('region', { name: 'Counters' }).getByRole('definition').first();
const state = (page: Page) => page.getByRole('main').getByRole('status').first();
const messages = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true });
const nextPrint = (page: Page) => page.getByRole('region', { name: 'Next print', exact: true });

/** A product passes the photocell once the coder holds values. */
async function passProduct(): Promise<void> {
  await expect.poll(() => device.block).toBeDefined();
  device.head.passProduct();
}

test('H18 H22 a coder is added, its fields are bound, it prints scanned products, loses its cable and goes on', async ({ page }) => {
  const input = keys(page);
  const dialog = page.getByRole('dialog');
  await page.goto(station.url);

  await test.step('add it, and test its connection', async () => {
    await input.press(button(page, 'Add printer'));
    await input.pick(page.getByRole('radio', { name: 'Domino inkjet coder (Codenet)' }));
    await input.press(button(page, 'Next'));
    await input.write(page.getByRole('textbox', { name: 'Network address' }), '127.0.0.1');
    await input.write(page.getByRole('textbox', { name: 'Port' }), String(cable.port));
    await page.keyboard.press('Enter');
    await expect(page.getByText('The printer answers. Nothing was printed.')).toBeVisible();
    await input.press(button(page, 'Next'));
    await input.press(button(page, 'Next'));
    await input.write(page.getByRole('textbox', { name: 'Name' }), 'Coder');
    await page.keyboard.press('Enter');
    await input.press(button(page, 'Open the printer'));
    await expect(state(page)).toContainText('Ready');
  });

  await test.step('bind the serial number of a label to the first field of a message', async () => {
    await input.pickTab(printerTab(page, 'Settings'));
    await input.press(messages(page).getByRole('button', { name: 'Add message' }));
    await input.pick(dialog.getByRole('radio', { name: 'Pharma carton', exact: true }));
    await input.write(dialog.getByRole('textbox', { name: 'Message' }), 'CODE');
    const field = dialog.getByRole('group', { name: 'Field 1', exact: true });
    await input.write(field.getByRole('textbox', { name: 'Field on the device' }), '1');
    await input.choose(field.getByRole('combobox', { name: 'Gets' }), 'Serial number');
    await input.press(dialog.getByRole('button', { name: 'Save' }));
    await expect(messages(page)).toContainText('CODE: 1 field');
    await input.pickTab(printerTab(page, 'Operate'));
  });

  await test.step('scan a product, load the label, and approve the first print', async () => {
    await scan(page, KETCHUP);
    await input.choose(dialog.getByRole('combobox', { name: 'Label' }), 'Pharma carton');
    await expect(dialog.getByRole('img', { name: /^Next print: / })).toBeVisible();
    await input.press(dialog.getByRole('button', { name: 'Load on Coder' }));
    await expect(dialog.getByRole('status')).toContainText('Waiting for the first product.');
    await expect(dialog.getByRole('button', { name: 'Print first one' })).toHaveCount(0);
    await passProduct();
    await input.press(dialog.getByRole('button', { name: 'Approve' }));
    await expect(dialog).toHaveCount(0);
  });

  await test.step('print two more: the values in the coder are shown as the next print', async () => {
    await expect(button(page, 'Trigger')).toBeDisabled();
    await expect(page.getByText('The product detector of the printer starts each print.')).toBeVisible();
    for (const count of ['2', '3']) {
      await expect.poll(() => device.block).toBeDefined();
      await expect(nextPrint(page)).toContainText(device.block!);
      await passProduct();
      await expect(printed(page)).toHaveText(count);
    }
  });

  await test.step('pull the cable: the page says so', async () => {
    await expect.poll(() => device.block).toBeDefined();
    await cable.unplug();
    await expect(state(page)).toContainText(/No connection/);
    await expect(page.getByRole('main').getByText('Printer not connected')).toBeVisible();
  });

  await test.step('plug it in: the job goes on, and no serial is printed twice', async () => {
    await cable.plugIn();
    await expect(state(page)).toContainText('Printing');
    await passProduct();
    await expect(printed(page)).toHaveText('4');
    const serials = device.marks.map(({ values }) => values.join());
    expect(serials).toHaveLength(4);
    expect(new Set(serials).size).toBe(4);
    expect(serials.every((serial) => /^\d{12}$/.test(serial))).toBe(true);
  });

  await test.step('a person selects another message at the coder: it stops, and both messages are named', async () => {
    await expect.poll(() => device.block).toBeDefined();
    device.selected = 'TEST';
    await expect(state(page)).toContainText(/"?TES.*"?CODE|"?CODE.*"?TES/);
    device.head.passProduct();
    device.selected = 'CODE';
    await expect(state(page)).toContainText('Printing');
  });
});
