import { expect, test, type Page } from '#support/signed-in-test.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { accessibilityViolations } from './rules/accessibility.ts';
import { openPlace } from '#support/open-place.ts';

const LABEL = {
  format: 3,
  width: 60,
  height: 30,
  objs: [{ type: 'Text', x: 2, y: 8, text: 'Best before 2027', font: { family: 'Arial', height: 6 } }],
};
const LOT = { value: 'L-1', description: 'Lot number', userEdit: true, pinned: false };

let controller: ControllerProcess;
let station: StationProcess;

test.beforeEach(async ({ page }) => {
  controller = await startController({ flags: ['--empty'] });
  await callApi('PUT', `${api()}/labels/Food`, LABEL);
  await callApi('PUT', `${api()}/variables/Lot`, LOT);
  await callApi('PUT', `${api()}/tables/Products`, { columns: ['SKU', 'Name'], rows: [['4001', 'Ketchup']] });
  station = await startStation({ flags: ['--no-embedded', '--controller', controller.url] });
  await page.goto(station.url);
  await expect(tile(page)).toContainText('Ready');
});

test.afterEach(async () => {
  expect(await station.stop()).toBe(0);
  await controller.kill();
});

const api = (): string => `${controller.url}/api/v3`;
const tile = (page: Page) => page.getByRole('article', { name: 'Line 1', exact: true });
const waiting = (page: Page) => page.getByRole('banner').getByRole('link', { name: /unsaved edits?/ });
const away = (page: Page) => page.getByText('is not responding.', { exact: false }).first();

async function lose(): Promise<void> {
  await controller.kill();
}

async function comeBack(): Promise<void> {
  controller = await startController({ dataFolder: controller.dataFolder, port: Number(new URL(controller.url).port) });
}

/** Opens the variable, so that the station stores it. */
async function openVariable(page: Page): Promise<void> {
  await openPlace(page, 'Variables');
  await page.getByRole('button', { name: 'Lot', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Value' })).toHaveValue('L-1');
  await page.keyboard.press('Escape');
}

async function lookAtTable(page: Page): Promise<void> {
  await openPlace(page, 'Tables');
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await expect(page.getByText('Ketchup')).toBeVisible();
}

async function lookAtLabel(page: Page): Promise<void> {
  await openPlace(page, 'Labels');
  await page.getByRole('link', { name: 'Food', exact: true }).click();
  await page.getByRole('tab', { name: 'JSON', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Document' })).toHaveValue(/Best before 2027/);
}

/** Enters a value of the variable and saves it, by keyboard alone. */
async function writeLot(page: Page, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Lot', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Value' })).toHaveValue('L-1');
  await page.getByRole('textbox', { name: 'Value' }).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(value);
}

const lotThere = async (): Promise<string> => (await readApi<{ value: string }>(`${api()}/variables/Lot`)).value;

test('H15 data of a lost controller stay readable with their age until it is back', async ({ page }) => {
  await openVariable(page);
  await lookAtTable(page);
  await lookAtLabel(page);
  await lose();
  await expect(away(page)).toBeVisible();
  await expect(page.getByText(/Showing data from .* ago\)\./)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Document' })).toHaveValue(/Best before 2027/);
  await openPlace(page, 'Labels');
  await expect(page.getByRole('link', { name: 'Food', exact: true })).toBeVisible();
  await openPlace(page, 'Tables');
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await expect(page.getByText('Ketchup')).toBeVisible();
  await openPlace(page, 'Variables');
  await expect(page.getByText('L-1')).toBeVisible();
  await expect(page.getByText(/Showing data from .* ago\)\./)).toBeVisible();

  const port = Number(new URL(station.url).port);
  const { dataFolder } = station;
  await station.kill();
  station = await startStation({ dataFolder, port, flags: ['--no-embedded', '--controller', controller.url] });
  await page.reload();
  await expect(page.getByText('L-1')).toBeVisible();

  await comeBack();
  await expect(page.getByText(/Showing data from/)).toBeHidden();
  await expect(page.getByText('L-1')).toBeVisible();
});

test('H17 a print command is refused at once while the controller is unreachable, and is never sent later', async ({ page }) => {
  await callApi('POST', `${api()}/printers/Line%201/printJob`, { labelName: 'Food' });
  await page.getByRole('link', { name: 'Line 1', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Trigger' })).toBeEnabled();
  const client = await station.connect();
  const stop = new AbortController();
  const connection = await (async () => {
    for await (const event of client.connections.watch({}, stop.signal)) {
      if (event.type === 'snapshot') return event.connections[0]?.id ?? '';
    }
    return '';
  })();
  stop.abort();
  await lose();
  await expect(page.getByText(/No data since/).first()).toBeVisible();
  const order = { connection, printer: 'Line 1', idempotencyKey: crypto.randomUUID() };
  await expect(client.printing.trigger(order)).rejects.toMatchObject({ slug: 'controller-unreachable' });
  await comeBack();
  await expect(page.getByText(/No data since/).first()).toBeHidden();
  expect(await readApi(`${api()}/printers/Line%201/printCounters`)).toMatchObject({ triggers: 0, printedLabels: 0 });
});

test('H22 H10 a change of a variable of an unreachable controller is stored and sent on its return, by keyboard alone', async ({
  page,
}) => {
  await openVariable(page);
  await lose();
  await expect(away(page)).toBeVisible();
  await writeLot(page, 'L-2');
  await expect(page.getByRole('dialog').getByText(/Unfinished, waiting for 127/)).toBeVisible();
  const port = Number(new URL(station.url).port);
  const { dataFolder } = station;
  await station.kill();
  station = await startStation({ dataFolder, port, flags: ['--no-embedded', '--controller', controller.url] });
  await page.reload();
  await page.getByRole('button', { name: 'Lot', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Value' })).toHaveValue('L-2');
  await page.getByRole('textbox', { name: 'Description' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Waiting for 127/).first()).toBeVisible();

  await comeBack();
  await expect.poll(lotThere).toBe('L-2');
  await expect(waiting(page)).toBeHidden();
});

test('H22 H10 a change of a cell on an unreachable controller is shown as pending and sent on its return, by keyboard alone', async ({
  page,
}) => {
  await lookAtTable(page);
  await lose();
  await expect(away(page)).toBeVisible();
  const sheet = page.getByRole('grid');
  await sheet.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('textbox')).toHaveValue('Ketchup');
  await page.keyboard.type('Aioli');
  await page.keyboard.press('Enter');
  const waits = page.getByRole('main').getByText(/Waiting for 127/);
  await expect(waits).toBeVisible();
  await page.reload();
  await expect(sheet.getByText('Aioli')).toBeVisible();
  await expect(waits).toBeVisible();

  await comeBack();
  const there = async () => ((await readApi(`${api()}/tables/Products`)) as { rows: string[][] }).rows;
  await expect.poll(there).toEqual([['4001', 'Aioli']]);
  await expect(waits).toBeHidden();
  await expect(sheet.getByText('Aioli')).toBeVisible();
});

test('H10 H18 conflicting changes are shown side by side and resolved by keyboard alone', async ({ page }) => {
  await openVariable(page);
  await lose();
  await expect(away(page)).toBeVisible();
  await writeLot(page, 'L-2');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Save', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Waiting for 127/).first()).toBeVisible();

  // The variable is changed on the controller before the station reconnects.
  await station.kill();
  await comeBack();
  await callApi('PUT', `${api()}/variables/Lot`, { ...LOT, value: 'L-3' });
  const { dataFolder } = station;
  const port = Number(new URL(station.url).port);
  station = await startStation({ dataFolder, port, flags: ['--no-embedded', '--controller', controller.url] });
  await expect(waiting(page)).toHaveAccessibleName(/1 conflict to resolve/);
  expect(await lotThere()).toBe('L-3');

  await waiting(page).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Compare' }).focus();
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: /value/ });
  await expect(row.getByRole('cell')).toHaveText(['value', 'L-2', 'L-3', 'L-1']);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use mine' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(lotThere).toBe('L-2');
  await expect(page.getByText('No unsaved edits')).toBeVisible();
});

test('a label is designed and rendered while its controller is unreachable, with the stored fonts', async ({ page }) => {
  const paper = page.getByRole('application', { name: 'Label as printed' }).locator('canvas.paper');
  await page.goto(`${station.url}/labels/Food`);
  await expect(paper).toHaveAttribute('width', '709');
  await lose();
  await expect(away(page)).toBeVisible();
  await page.reload();
  await expect(paper).toHaveAttribute('width', '709');
  await page.getByRole('list', { name: 'Objects' }).getByRole('button', { name: /Text/ }).click();
  await expect(page.getByRole('application', { name: 'Label as printed' })).toBeVisible();
  await expect(page.getByText('these fonts are not stored on this screen')).toBeHidden();
});

test('H18 conflicting changes of a label are shown as pictures and line by line; the version on the controller can be kept', async ({
  page,
}) => {
  await lookAtLabel(page);
  await lose();
  await expect(away(page)).toBeVisible();
  const document = page.getByRole('textbox', { name: 'Document' });
  await document.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(JSON.stringify({ ...LABEL, objs: [{ ...LABEL.objs[0], text: 'Best before 2028' }] }, null, 2));
  await expect(waiting(page)).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Waiting for 127/).first()).toBeVisible();

  await station.kill();
  await comeBack();
  await callApi('PUT', `${api()}/labels/Food`, { ...LABEL, objs: [{ ...LABEL.objs[0], text: 'Use by 2029' }] });
  const { dataFolder } = station;
  const port = Number(new URL(station.url).port);
  station = await startStation({ dataFolder, port, flags: ['--no-embedded', '--controller', controller.url] });
  await expect(waiting(page)).toHaveAccessibleName(/1 conflict to resolve/);
  await waiting(page).click();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByAltText('Your label "Food"')).toBeVisible();
  await expect(page.getByAltText(/^Label "Food" on /)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Best before 2028' })).toContainText('yours');
  await expect(page.getByRole('listitem').filter({ hasText: 'Use by 2029' })).toContainText('theirs');
  await page.getByRole('button', { name: 'Use theirs' }).click();
  await expect(page.getByText('No unsaved edits')).toBeVisible();
  expect(JSON.stringify(await readApi(`${api()}/labels/Food`))).toContain('Use by 2029');
});
