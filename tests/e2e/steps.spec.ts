import { expect, test, type Locator, type Page } from '#support/signed-in-test.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';

/** Tasks of daily work and the presses and entries that they take; that a print is found by its serial number in three is in prints.spec.ts. */

let station: StationProcess;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  station = await startStation();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

/** Counts what a person does: a press, a choice in a list, a text that is typed. */
class Steps {
  taken: string[] = [];
  typed: string[] = [];

  async press(target: Locator): Promise<void> {
    this.taken.push(`press ${target.toString()}`);
    await target.click();
  }

  async choose(list: Locator, option: string): Promise<void> {
    this.taken.push(`choose ${option}`);
    await list.selectOption(option);
  }

  async type(field: Locator, text: string): Promise<void> {
    this.taken.push(`type ${text}`);
    this.typed.push(text);
    await field.fill(text);
  }
}

/** Whether the page has to be scrolled. */
const isScrolled = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);

test('from a table row to its first print: at most 5 steps, none of them typed, and no scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  // A screen that has printed the table before knows its label.
  const choices = { tables: [{ connection: 'embedded', table: 'Products', keyColumn: 'GTIN', label: 'name:Food case' }], printers: [] };
  await page.addInitScript((kept) => localStorage.setItem('strobe.scan.choices', kept), JSON.stringify(choices));
  await page.goto(`${station.url}/tables/Products`);
  await expect(page.getByRole('grid')).toBeVisible();
  const steps = new Steps();
  await steps.press(page.getByRole('button', { name: 'Row', exact: true }));
  await steps.press(page.getByRole('menuitem', { name: 'Print this row' }));
  const sheet = page.getByRole('dialog');
  await steps.press(sheet.getByRole('checkbox', { name: 'Line 1' }));
  await steps.press(sheet.getByRole('button', { name: 'Load on Line 1' }));
  await steps.press(sheet.getByRole('button', { name: 'Print first one' }));
  await expect(sheet.getByRole('status')).toContainText('1 printed');
  expect(await isScrolled(page)).toBe(false);
  expect(steps.typed).toEqual([]);
  expect(steps.taken.length, steps.taken.join('\n')).toBeLessThanOrEqual(5);
});

test('a label with four codes from scratch: at most 15 steps, and no code is typed', async ({ page }) => {
  await page.goto(`${station.url}/labels`);
  const steps = new Steps();
  await steps.press(page.getByRole('button', { name: 'New label' }));
  await steps.type(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), 'Four codes');
  await steps.press(page.getByRole('dialog').getByRole('button', { name: 'Create' }));
  await steps.press(page.getByText('Data fields', { exact: true }));
  await steps.choose(page.getByRole('combobox', { name: 'Table' }), 'Products');
  for (const code of ['DataMatrix', 'QRCode', 'Code128', 'EAN-13']) {
    await steps.press(page.getByRole('button', { name: code, exact: true }));
    await steps.press(page.getByRole('button', { name: /^GTIN/ }));
  }
  await steps.press(page.getByRole('button', { name: 'Save', exact: true }));
  await expect(page.getByText('Label "Four codes" saved.').first()).toBeVisible();
  expect(steps.typed).toEqual(['Four codes']);
  expect(steps.taken.length, steps.taken.join('\n')).toBeLessThanOrEqual(15);
});
