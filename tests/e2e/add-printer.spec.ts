import { expect, test, type Page } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { printerTab } from '#support/printer-page.ts';
import { keys } from './journeys/input-methods.ts';
import { startWithPrinters } from './start-with-printers.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startWithPrinters();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

const step = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tile = (page: Page) => page.getByRole('article', { name: 'Packing', exact: true });
const configuration = (page: Page) => page.getByRole('region', { name: 'Configuration', exact: true });

test('H10 H19 H22 H25 a printer is added, tested, prints, is changed, disabled, enabled and removed, by keyboard alone', async ({
  page,
}) => {
  const input = keys(page);
  await page.goto(station.url);

  await test.step('choose the kind, after a try without one', async () => {
    await input.press(button(page, 'Add printer'));
    await expect(step(page, 'What kind of printer is it?')).toBeVisible();
    await input.press(button(page, 'Next'));
    await expect(page.getByRole('alert')).toHaveText('Choose a kind of printer.');
    await input.pick(page.getByRole('radio', { name: 'Virtual printer' }));
    await input.press(button(page, 'Next'));
  });

  await test.step('test its device', async () => {
    await expect(step(page, 'Which device is it?')).toBeFocused();
    await input.write(page.getByRole('textbox', { name: 'Warm-up time (ms)' }), '0');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The printer answers. Nothing was printed.')).toBeVisible();
    await expect(page.getByText('The printer reports each print by its number: every print is proven.')).toBeVisible();
    await input.press(button(page, 'Next'));
  });

  await test.step('enter its print area; a wrong number is refused at its field', async () => {
    const resolution = page.getByRole('textbox', { name: 'Resolution across (dpi)' });
    await input.write(resolution, '5000');
    await expect(page.getByRole('alert').first()).toHaveText('Enter at most 2400.');
    await input.press(button(page, 'Next'));
    await expect(step(page, 'How large does it print?')).toBeVisible();
    await input.write(resolution, '200');
    await expect(page.getByRole('textbox', { name: 'Resolution down (dpi)' })).toHaveValue('200');
    await expect(page.getByRole('img', { name: 'Print area to scale: 110 mm wide, 35 mm high, 866 × 276 dots' })).toBeVisible();
  });

  await test.step('go back, reload: nothing is lost', async () => {
    await input.press(button(page, 'Back'));
    await expect(page.getByRole('textbox', { name: 'Warm-up time (ms)' })).toHaveValue('0');
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Warm-up time (ms)' })).toHaveValue('0');
    await input.press(button(page, 'Next without a test'));
    await expect(page.getByRole('textbox', { name: 'Resolution across (dpi)' })).toHaveValue('200');
    await input.press(button(page, 'Next'));
  });

  await test.step('name it: a name that is taken is refused', async () => {
    const name = page.getByRole('textbox', { name: 'Name' });
    await input.write(name, 'Line 1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('This name is already in use.');
    await input.write(name, 'Packing');
    await page.keyboard.press('Enter');
    await expect(step(page, 'Packing was added')).toBeFocused();
    await input.press(button(page, 'Go to monitor'));
  });

  await test.step('print a test picture, and rename it', async () => {
    await expect(tile(page)).toContainText('Ready');
    await input.press(page.getByRole('link', { name: 'Packing', exact: true }));
    await input.pickTab(printerTab(page, 'Settings'));
    await input.press(configuration(page).getByRole('button', { name: 'Test print' }));
    await input.pickTab(printerTab(page, 'Prints'));
    await expect(page.getByRole('region', { name: 'Last prints' })).toContainText('Test print');
    await input.pickTab(printerTab(page, 'Settings'));
    await expect(page.getByRole('region', { name: 'Counters' }).getByRole('definition').first()).toHaveText('0');
    await input.press(configuration(page).getByRole('button', { name: 'Rename' }));
    const dialog = page.getByRole('dialog', { name: 'Rename "Packing"' });
    await input.write(dialog.getByRole('textbox', { name: 'New name' }), 'Filling');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/Filling/);
    await expect(page.getByRole('heading', { name: 'Filling', level: 1 })).toBeVisible();
    await input.pickTab(printerTab(page, 'Settings'));
    await input.press(configuration(page).getByRole('button', { name: 'Rename' }));
    await input.write(page.getByRole('dialog').getByRole('textbox', { name: 'New name' }), 'Packing');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/Packing/);
    await page.goto(station.url);
  });

  await test.step('load a label and print it', async () => {
    await expect(tile(page)).toContainText('Ready');
    await input.press(page.getByRole('link', { name: 'Packing', exact: true }));
    await input.pick(page.getByRole('radio', { name: 'Can date code', exact: true }));
    await input.press(button(page, 'Load job'));
    await page.getByRole('region', { name: 'Next print' }).filter({ hasText: 'Can date code' }).waitFor();
    await input.press(button(page, 'Trigger'));
    await expect(page.getByRole('region', { name: 'Counters' }).getByRole('definition').first()).toHaveText('1');
  });

  await test.step('change it for after the job', async () => {
    await input.pickTab(printerTab(page, 'Settings'));
    await expect(configuration(page)).toContainText('110 mm × 35 mm');
    await input.press(configuration(page).getByRole('button', { name: 'Change', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Configuration of Packing' });
    await expect(dialog).toContainText('A job is loaded on Packing');
    await input.write(dialog.getByRole('textbox', { name: 'Width (mm)' }), '90');
    await input.press(dialog.getByRole('button', { name: 'Save for after the job' }));
    await expect(dialog).toHaveCount(0);
    await expect(configuration(page)).toContainText('Takes effect after the job');
    await input.pickTab(printerTab(page, 'Operate'));
    await input.press(button(page, 'Unload job'));
    await input.press(page.getByRole('alertdialog').getByRole('button', { name: 'Unload job' }));
    await input.pickTab(printerTab(page, 'Settings'));
    await expect(configuration(page)).toContainText('90 mm × 35 mm');
  });

  await test.step('disable and enable it', async () => {
    await input.press(configuration(page).getByRole('button', { name: 'Disable' }));
    await input.press(page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }));
    await expect(page.getByRole('banner').or(page.locator('main')).getByText('Disabled', { exact: true }).first()).toBeVisible();
    await expect(configuration(page)).toContainText('This printer is disabled');
    await input.press(configuration(page).getByRole('button', { name: 'Enable' }));
    await expect(page.getByText('Ready', { exact: true }).first()).toBeVisible();
  });

  await test.step('remove it, with its name and a reason', async () => {
    await input.press(configuration(page).getByRole('button', { name: 'Remove' }));
    const question = page.getByRole('alertdialog', { name: 'Remove Packing?' });
    await expect(question).toContainText('Its prints and its history stay.');
    await input.write(question.getByRole('textbox', { name: 'Type Packing to confirm' }), 'Packing');
    await input.write(question.getByRole('textbox', { name: 'Reason' }), 'sold');
    await input.press(question.getByRole('button', { name: 'Remove' }));
    await expect(page.getByRole('article', { name: 'Line 1', exact: true })).toBeVisible();
    await expect(tile(page)).toHaveCount(0);
  });
});
