import { expect, test, type Locator, type Page } from '#support/signed-in-test.ts';
import type { StationClient } from '#contract/station/index.ts';
import { fontFileUrl } from '#contract/station/urls.ts';
import { madeFont } from '#support/made-fonts.ts';
import type { StationProcess } from '#support/station-process.ts';
import { fingers, keys, mouse } from './journeys/input-methods.ts';
import { startWithPrinters } from './start-with-printers.ts';

let station: StationProcess;
let client: StationClient;

test.beforeAll(async () => {
  station = await startWithPrinters();
  client = await station.connect();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'New label' });
const stored = (name: string) => client.labels.get({ connection: 'embedded', name });

/** Whether each picture contains ink. The last template is in Chinese, for which the controller has no font. */
const drawnPictures = (page: Page): Promise<boolean[]> =>
  dialog(page)
    .locator('canvas')
    .evaluateAll((canvases) =>
      canvases.map((element) => {
        const canvas = element as HTMLCanvasElement;
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return canvas.width > 300 && pixels.some((value, index) => index % 4 === 0 && value < 128);
      }),
    );

test('H10 a label is created from a template with its counter and variable, by keyboard alone', async ({ page }) => {
  const input = keys(page);
  await page.goto(`${station.url}/labels`);
  await input.press(page.getByRole('button', { name: 'New label' }));
  await expect.poll(() => drawnPictures(page)).toEqual([...Array<boolean>(13).fill(true), false]);
  await input.write(dialog(page).getByRole('textbox', { name: 'Name' }), 'Hose');
  await input.write(dialog(page).getByRole('searchbox', { name: 'Search templates' }), 'metre');
  const card = dialog(page).getByRole('radio', { name: /^Pipe or cable/ });
  await expect(card).toHaveAccessibleName(/Also creates: counter "Metre"/);
  await input.pick(card);
  await input.press(dialog(page).getByRole('button', { name: 'Create' }));

  await expect(page.getByRole('heading', { name: 'Hose', level: 1 })).toBeVisible();
  await expect(page.getByRole('application', { name: 'Label as printed' }).locator('canvas.paper')).toHaveAttribute('width', '2362');
  expect(await client.counters.get({ connection: 'embedded', name: 'Metre' })).toMatchObject({ value: 0, width: 5 });
  expect(await stored('Hose')).toMatchObject({ width: 200, height: 8 });
});

test('an empty label and a copy of a label are created by taps alone on a small screen', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 480, height: 800 }, hasTouch: true });
  const page = await context.newPage();
  const input = fingers();
  await page.goto(`${station.url}/labels`);
  await input.press(page.getByRole('button', { name: 'New label' }));
  await input.write(dialog(page).getByRole('textbox', { name: 'Name' }), 'Blank');
  await input.pick(dialog(page).getByRole('radio', { name: 'Empty label' }));
  await input.write(dialog(page).getByLabel('Width (mm)'), '33');
  await input.write(dialog(page).getByLabel('Height (mm)'), '12');
  await input.press(dialog(page).getByRole('button', { name: 'Create' }));
  await expect(page.getByRole('heading', { name: 'Blank', level: 1 })).toBeVisible();
  expect(await stored('Blank')).toEqual({ format: 3, width: 33, height: 12, objs: [] });

  await page.goto(`${station.url}/labels`);
  await input.press(page.getByRole('button', { name: 'New label' }));
  await input.write(dialog(page).getByRole('textbox', { name: 'Name' }), 'Other case');
  await input.pick(dialog(page).getByRole('radio', { name: 'Copy of a label' }));
  await input.press(dialog(page).getByRole('button', { name: 'Create' }));
  await expect(dialog(page).getByText('Choose the label to copy.')).toBeVisible();
  await input.pick(dialog(page).getByRole('radio', { name: /^Food case/ }));
  await input.press(dialog(page).getByRole('button', { name: 'Create' }));
  await expect(page.getByRole('heading', { name: 'Other case', level: 1 })).toBeVisible();
  expect(await stored('Other case')).toEqual(await stored('Food case'));
  await context.close();
});

/** Installs a font for the template in Chinese, and makes it a fallback font. */
async function installChineseFont(): Promise<void> {
  const place = { connection: 'embedded', family: 'Made Han', style: 'Regular' };
  const response = await fetch(`${station.url}${fontFileUrl('embedded', place)}`, {
    method: 'PUT',
    headers: { ...station.signedIn.headers, 'content-type': 'font/sfnt' },
    body: madeFont({ family: 'Made Han', characters: '产品名称生产日期保质期至批号年月日' }),
  });
  expect(response.status).toBe(201);
  const settings = await client.settings.get({ connection: 'embedded' });
  await client.settings.put({ connection: 'embedded', settings: { ...settings, fallbackFonts: [{ family: 'Made Han', style: '' }] } });
}

/** Opens the dialog of a new label at its templates. */
async function openTemplates(page: Page) {
  await page.goto(`${station.url}/labels`);
  await page.getByRole('button', { name: 'New label' }).click();
  return dialog(page).getByRole('radio', { name: /mm/ });
}

/** What the dialog of a new label offers, in its order. A test below makes sure that none is missing here. */
const TEMPLATES = 14;

test('a template uses existing items, and every one of them is checked below', async ({ page }) => {
  const cards = await openTemplates(page);
  await expect(dialog(page).getByRole('radio', { name: /^Pharmaceutical pack/ })).toHaveAccessibleName(
    /Uses existing: counter "Serial" · variable "Lot"/,
  );
  await expect(cards).toHaveCount(TEMPLATES);
  await installChineseFont();
});

for (let index = 0; index < TEMPLATES; index += 1) {
  test(`a label of template ${index + 1} of ${TEMPLATES} can be printed`, async ({ page }) => {
    const name = `Template ${index}`;
    const cards = await openTemplates(page);
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name);
    await mouse().pick(cards.nth(index));
    await dialog(page).getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('application', { name: 'Label as printed' })).toBeVisible();
    await expect(page.getByText('Errors in the label')).toHaveCount(0);
    // The sample table has no weights; a template that needs them has created its own table.
    const row = JSON.stringify(await stored(name)).includes('{TABLE;') ? '?tableName=Products%202&keyColumn=GTIN&key=9521234543213' : '';
    const address = `${station.url}/controllers/embedded/api/v3/labels/${encodeURIComponent(name)}/simulation${row}`;
    const answer = await page.request.get(address, { headers: { accept: 'image/png' } });
    expect([name, answer.status()]).toEqual([name, 200]);
  });
}
