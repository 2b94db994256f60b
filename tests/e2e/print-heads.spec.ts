import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '#support/signed-in-test.ts';
import type { StationClient } from '#contract/station/index.ts';
import type { StationProcess } from '#support/station-process.ts';
import { printerWhen } from '#support/watch.ts';
import { printerTab } from '#support/printer-page.ts';
import { keys } from './journeys/input-methods.ts';
import { startWithPrinters } from './start-with-printers.ts';

const API = '/controllers/embedded/api/v3';
const EMBEDDED = { connection: 'embedded' };
/** A label of both heads with a black block on the upper one. */
const LABEL = {
  ...{ format: 3, width: 60, height: 20 },
  objs: [{ type: 'Rect', name: 'Block', x: 5, y: 2, width: 10, height: 5, fillColor: 'black' }],
};
const DOTS_PER_MM = 300 / 25.4;

let station: StationProcess;
let client: StationClient;

test.beforeAll(async () => {
  station = await startWithPrinters();
  client = await station.connect();
  await client.labels.put({ ...EMBEDDED, expected: null, name: 'Pallet', label: LABEL });
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const block = (page: Page) => page.getByRole('list', { name: 'Objects' }).getByRole('button', { name: /^Block/ });
const head = (page: Page) => page.getByRole('combobox', { name: 'Print head' });

/** The first and the last row of a picture that have ink. */
async function inkedRows(page: Page, address: string): Promise<{ height: number; first: number; last: number }> {
  return page.evaluate(async (url) => {
    const picture = await createImageBitmap(await (await fetch(url)).blob());
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const rows = Array.from({ length: height }, (_, y) => y).filter((y) =>
      Array.from({ length: width }, (_, x) => (y * width + x) * 4).some((at) => (data[at] ?? 255) < 128),
    );
    return { height, first: rows[0] ?? -1, last: rows.at(-1) ?? -1 };
  }, address);
}

test('H10 H25 a printer with two heads is set up, a label is laid out per head, and prints as it is shown', async ({ page }) => {
  const input = keys(page);

  await test.step('set up two heads; a name that is taken is refused at its field', async () => {
    await page.goto(station.url);
    await input.press(button(page, 'Add printer'));
    await input.pick(page.getByRole('radio', { name: 'Virtual printer' }));
    await input.press(button(page, 'Next'));
    await input.write(field(page, 'Warm-up time (ms)'), '0');
    await input.press(button(page, 'Next without a test'));
    await input.write(field(page, 'Width (mm)'), '60');
    await input.write(field(page, 'Height (mm)'), '20');
    await input.write(field(page, 'Stacked heads'), '2');
    await expect(page.getByText('Each prints 10 mm of the height.')).toBeVisible();
    await input.write(field(page, 'Head 2'), 'PH1');
    await input.press(button(page, 'Next'));
    await expect(page.getByRole('alert')).toHaveText('Another print head has this name.');
    await input.write(field(page, 'Head 1'), 'Upper');
    await input.write(field(page, 'Head 2'), 'Lower');
    await expect(page.getByRole('img', { name: 'print heads from top to bottom: Upper, Lower' })).toBeVisible();
    await input.press(button(page, 'Next'));
    await input.write(field(page, 'Name'), 'Twin');
    await page.keyboard.press('Enter');
    await input.press(button(page, 'Open the printer'));
    await input.pickTab(printerTab(page, 'Settings'));
    await expect(page.getByRole('region', { name: 'Configuration', exact: true })).toContainText('Upper, Lower');
    const { properties } = await printerWhen(client, ({ name, status }) => name === 'Twin' && status?.state === 'STARTED');
    expect(properties).toMatchObject({ duo: true, sliceHeight: 10, slices: [{ phs: ['Upper'] }, { phs: ['Lower'] }] });
  });

  await test.step('see which head prints an object', async () => {
    await page.goto(`${station.url}/labels/Pallet`);
    await expect(block(page)).toHaveText(/Block\s*Rect$/);
    await page.getByRole('combobox', { name: 'Drawn for printer' }).selectOption('Twin');
    await expect(block(page)).toHaveText(/Rect · Upper$/);
    await block(page).click();
    await expect(page.getByText('Prints on Upper.')).toBeVisible();
  });

  await test.step('move it across the border: that is a finding', async () => {
    await field(page, 'Y (mm)').fill('7');
    await expect(page.getByText('Prints on Upper and Lower.')).toBeVisible();
    const finding = page.getByRole('button', { name: /Crosses the border between Upper and Lower/ });
    await expect(finding).toContainText('the parts may not meet exactly on the product');
    await head(page).selectOption({ label: 'Lower' });
    await expect(finding).toHaveCount(0);
    await expect(field(page, 'Y (mm)')).toHaveValue('15');
  });

  await test.step('choose the heads by keyboard; the place within the slice stays', async () => {
    await field(page, 'Y (mm)').fill('2');
    await expect(head(page)).toHaveValue('0');
    await input.choose(head(page), 'Lower');
    await expect(field(page, 'Y (mm)')).toHaveValue('12');
    await expect(block(page)).toHaveText(/Rect · Lower$/);
    await button(page, 'Save').click();
    await expect(page.getByText('Label "Pallet" saved.').first()).toBeVisible();
  });

  await test.step('print: the picture has its ink where the lower head prints', async () => {
    const printer = { ...EMBEDDED, printer: 'Twin' };
    await client.printing.select({ ...printer, idempotencyKey: randomUUID(), job: { labelName: 'Pallet' } });
    await client.printing.trigger({ ...printer, idempotencyKey: randomUUID() });
    const printsOf = async () => (await client.prints.list({ ...printer, limit: 1 })).prints;
    await expect.poll(async () => (await printsOf())[0]?.state).toBe('printed');
    const [print] = await printsOf();
    const rows = await inkedRows(page, `${API}/prints/${print?.id}/image`);
    const [first, last] = [Math.round(12 * DOTS_PER_MM), Math.round(12 * DOTS_PER_MM) + Math.round(5 * DOTS_PER_MM) - 1];
    expect(rows).toEqual({ height: Math.round(20 * DOTS_PER_MM), first, last });
  });
});
