import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '#support/signed-in-test.ts';
import { openService, warm, type OpenService } from '#support/open-service.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { accessibilityViolations } from './rules/accessibility.ts';

const SAMPLES = join(import.meta.dirname, '../fixtures/zpl');

let service: OpenService;
let station: StationProcess;

test.beforeEach(async ({ page }) => {
  service = await openService({ virtualPrinters: 1 });
  await warm(service);
  station = await startStation({ flags: ['--no-embedded', '--controller', service.url] });
  await page.goto(`${station.url}/labels`);
});

test.afterEach(async () => {
  await station.stop();
  await service.close();
});

async function choose(page: Page, name: string, content: Buffer | string): Promise<Locator> {
  const chooser = page.waitForEvent('filechooser');
  const button = page.getByRole('button', { name: 'Import file', exact: true });
  await expect(button).toBeEnabled();
  await button.focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  return page.getByRole('dialog');
}

const sample = (name: string): Buffer => readFileSync(join(SAMPLES, name));

test('a ZPL file becomes a label: resolution, differences, name and picture', async ({ page }) => {
  const dialog = await choose(page, 'shipping.prn', sample('shipping.zpl'));
  await expect(dialog).toContainText('101.5 × 152.25 mm');
  await expect(dialog.getByRole('list', { name: 'Notes by line' })).toContainText(
    /Line \d+, \^PQ2,0,1,Y: the number of copies is set when the job is loaded/,
  );
  await dialog.getByRole('combobox', { name: 'Resolution' }).selectOption('300 dpi (12 dots per mm)');
  await expect(dialog).toContainText('67.67 × 101.5 mm');
  await dialog.getByRole('combobox', { name: 'Resolution' }).selectOption('203 dpi (8 dots per mm)');
  for (const theme of ['light', 'dark', 'contrast']) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
    expect.soft(await accessibilityViolations(page), theme).toEqual([]);
  }
  await dialog.getByRole('button', { name: 'Continue' }).click();

  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue('shipping');
  await name.fill('Parcel');
  await name.press('Enter');
  await expect(page.getByRole('heading', { name: 'Parcel' })).toBeVisible();
  // 101.5 mm at 300 dpi.
  await expect(page.locator('canvas.paper')).toHaveAttribute('width', '1199');
  expect((await service.call('/api/v3/labels/Parcel')).json).toMatchObject({ format: 3, width: 101.5, height: 152.25 });
});

test('one of several labels is chosen, and empty or invalid files are reported', async ({ page }) => {
  const dialog = await choose(page, 'hinges.zpl', sample('template.zpl'));
  await expect(dialog).toContainText('it now contains "Steel hinge"');
  await dialog.getByRole('combobox', { name: 'Label', exact: true }).selectOption('Label 2, from line 14');
  await expect(dialog).toContainText('it now contains "Brass hinge"');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('hinges 2');
  await page.keyboard.press('Escape');

  await choose(page, 'settings.zpl', '^XA^PW400^MMT^XZ');
  await expect(dialog.getByRole('alert')).toContainText('The labels in the file are empty');
  await expect(dialog.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await choose(page, 'notes.txt', 'Nothing of the kind');
  await expect(page.getByText('"notes.txt" is not a label file')).toBeVisible();
});
