import { expect, test, type Page } from '#support/signed-in-test.ts';
import { Cable } from '#support/cable.ts';
import { decodeBitmap } from '#support/decode-codes.ts';
import type { StationProcess } from '#support/station-process.ts';
import { scan } from '#support/wedge.ts';
import { printerTab } from '#support/printer-page.ts';
import { ZplEmulator } from '../../electron/emulators/zpl/zpl-emulator.ts';
import { keys } from './journeys/input-methods.ts';
import { startWithPrinters } from './start-with-printers.ts';

const KETCHUP = '9521234510000';
const DPI = 203;

let station: StationProcess;
const device = new ZplEmulator({ identity: { model: 'EMULATOR-203dpi', dpi: DPI, dotsPerMillimetre: 8 }, printTime: 20 });
const cable = new Cable(() => device.port);

test.beforeAll(async () => {
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

/** The serial numbers on the labels that came out, without the test print. */
async function serials(): Promise<string[]> {
  const [, ...labels] = device.paper;
  return Promise.all(
    labels.map(async ({ picture }) => {
      const [code] = await decodeBitmap(picture, { hdpi: DPI, vdpi: DPI, margin: 5, format: 'DataMatrix' });
      return /\(21\)(\d+)/.exec(code?.text ?? '')?.[1] ?? 'no serial';
    }),
  );
}

test('H22 H23 a label printer is added, tested, prints scanned products, loses its cable and goes on', async ({ page }) => {
  const input = keys(page);
  await page.goto(station.url);

  await test.step('add it, and test its connection', async () => {
    await input.press(button(page, 'Add printer'));
    await input.pick(page.getByRole('radio', { name: 'Label printer (ZPL)' }));
    await input.press(button(page, 'Next'));
    await input.write(page.getByRole('textbox', { name: 'Network address' }), '127.0.0.1');
    await input.write(page.getByRole('textbox', { name: 'Port' }), String(cable.port));
    await page.keyboard.press('Enter');
    await expect(page.getByText('The printer answers. Nothing was printed.')).toBeVisible();
    expect(device.paper).toEqual([]);
    await input.press(button(page, 'Next'));
    await input.press(button(page, 'Next'));
    await input.write(page.getByRole('textbox', { name: 'Name' }), 'Labeller');
    await page.keyboard.press('Enter');
    await input.press(button(page, 'Open the printer'));
    await expect(state(page)).toContainText('Ready');
  });

  await test.step('make a test print', async () => {
    await input.pickTab(printerTab(page, 'Settings'));
    await input.press(button(page, 'Test print'));
    await expect.poll(() => device.paper.length).toBe(1);
    await expect(printed(page)).toHaveText('0');
  });

  await test.step('scan a product, choose a label, see the picture, print the first one and approve it', async () => {
    await scan(page, KETCHUP);
    const sheet = page.getByRole('dialog');
    await input.choose(sheet.getByRole('combobox', { name: 'Label' }), 'Pharma carton');
    await expect(sheet.getByRole('img', { name: /^Next print: / })).toBeVisible();
    await input.press(sheet.getByRole('button', { name: 'Load on Labeller' }));
    await input.press(sheet.getByRole('button', { name: 'Print first one' }));
    await expect(sheet.getByRole('status')).toContainText('1 printed');
    await input.press(sheet.getByRole('button', { name: 'Approve' }));
    await expect(sheet).toHaveCount(0);
  });

  await test.step('print two more', async () => {
    for (const count of ['2', '3']) {
      await input.press(button(page, 'Trigger'));
      await expect(printed(page)).toHaveText(count);
    }
  });

  await test.step('pull the cable: the page says so, and offers no trigger', async () => {
    await cable.unplug();
    await expect(state(page)).toContainText(/no connection|not connected|does not answer/i);
    await expect(button(page, 'Trigger')).toBeDisabled();
  });

  await test.step('plug it in: the job goes on, and no serial is printed twice', async () => {
    await cable.plugIn();
    await expect(state(page)).toContainText('Printing');
    await input.press(button(page, 'Trigger'));
    await expect(printed(page)).toHaveText('4');
    const found = await serials();
    expect(found).toHaveLength(4);
    expect(new Set(found).size).toBe(4);
    expect(found).not.toContain('no serial');
  });
});
