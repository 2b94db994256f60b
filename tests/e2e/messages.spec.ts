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

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const messages = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true });
const nextPrint = (page: Page) => page.getByRole('region', { name: 'Next print', exact: true });

test('H10 H18 H25 a printer that draws on board gets a message for a label, and prints its field values, by keyboard alone', async ({
  page,
}) => {
  const input = keys(page);
  await page.goto(station.url);

  await test.step('add a virtual printer that draws on board', async () => {
    await input.press(button(page, 'Add printer'));
    await input.pick(page.getByRole('radio', { name: 'Virtual printer' }));
    await input.press(button(page, 'Next'));
    await input.choose(page.getByRole('combobox', { name: 'Prints', exact: true }), 'Draws on board');
    await input.write(page.getByRole('textbox', { name: 'Warm-up time (ms)' }), '0');
    await input.press(button(page, 'Next without a test'));
    await input.press(button(page, 'Next'));
    await input.write(page.getByRole('textbox', { name: 'Name' }), 'Coder');
    await page.keyboard.press('Enter');
    await input.press(button(page, 'Open the printer'));
    await input.pickTab(printerTab(page, 'Settings'));
    await expect(messages(page)).toContainText('No label has a message yet');
  });

  const dialog = page.getByRole('dialog');
  const field = (number: number) => dialog.getByRole('group', { name: `Field ${number}`, exact: true });

  await test.step('choose a label and its message; what is missing is said at its field', async () => {
    await input.press(messages(page).getByRole('button', { name: 'Add message' }));
    await input.pick(dialog.getByRole('radio', { name: 'Pharma carton', exact: true }));
    await expect(dialog.getByText('The printer draws the print itself')).toBeVisible();
    await input.press(dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog.getByRole('alert')).toHaveText(['Enter the message of the device.', 'Enter the name of the field.']);
    await input.write(dialog.getByRole('textbox', { name: 'Message' }), 'CARTON');
  });

  await test.step('bind an object and a text; the values are shown', async () => {
    await input.write(field(1).getByRole('textbox', { name: 'Field on the device' }), 'SERIAL');
    await input.choose(field(1).getByRole('combobox', { name: 'Gets' }), 'Serial number');
    await input.press(dialog.getByRole('button', { name: 'Add device field' }));
    await input.write(field(2).getByRole('textbox', { name: 'Field on the device' }), 'LOT');
    await input.choose(field(2).getByRole('combobox', { name: 'Gets' }), 'A text of its own');
    await input.write(field(2).getByRole('textbox', { name: 'A text of its own' }), 'Lot only');
    const values = dialog.getByRole('region', { name: 'Preview', exact: true });
    await expect(values.getByRole('definition')).toHaveText([/^\d{12}$/, 'Lot only']);
    await input.press(dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog).toHaveCount(0);
    await expect(messages(page)).toContainText('CARTON: 2 fields');
  });

  await test.step('load the label: the values of the next print are shown', async () => {
    await input.pickTab(printerTab(page, 'Operate'));
    await input.pick(page.getByRole('radio', { name: 'Pharma carton', exact: true }));
    await input.press(button(page, 'Load job'));
    await expect(nextPrint(page)).toContainText('Message CARTON');
    await expect(nextPrint(page)).toContainText('Lot only');
    await expect(nextPrint(page)).toContainText('The printer draws the print itself');
  });

  await test.step('print: the record has the message and its fields', async () => {
    await input.press(button(page, 'Trigger'));
    await expect(page.getByRole('region', { name: 'Counters' }).getByRole('definition').first()).toHaveText('1');
    await input.pickTab(printerTab(page, 'Prints'));
    await input.press(page.getByRole('button', { name: /^Print \d+: / }).first());
    await expect(dialog.getByText('CARTON', { exact: true })).toBeVisible();
    await expect(dialog.getByText('LOT: Lot only')).toBeVisible();
    await expect(dialog.getByText(/^SERIAL: \d{12}$/)).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('remove the message after a question that names the consequence', async () => {
    await input.pickTab(printerTab(page, 'Settings'));
    await input.press(button(page, 'Remove the message of Pharma carton'));
    const question = page.getByRole('alertdialog', { name: 'Remove the message of Pharma carton?' });
    await expect(question).toContainText('Coder then prints this label no more');
    await input.press(question.getByRole('button', { name: 'Remove' }));
    await expect(messages(page)).toContainText('No label has a message yet');
  });
});
