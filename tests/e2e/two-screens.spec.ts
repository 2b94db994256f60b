import { expect, test, type Browser, type Page } from '#support/signed-in-test.ts';
import { readApi } from '#support/call-api.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { connectionWhen } from '#support/watch.ts';

interface Screens {
  left: Page;
  right: Page;
}

let station: StationProcess;
let api: string;

test.beforeAll(async () => {
  station = await startStation();
  const client = await station.connect();
  api = `${(await connectionWhen(client, ({ state }) => state === 'online')).url}/api/v3`;
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

/** Opens the same address on two screens. */
async function open(browser: Browser, path: string): Promise<Screens> {
  const pages = await Promise.all([browser.newPage(), browser.newPage()]);
  await Promise.all(pages.map((page) => page.goto(station.url + path)));
  const [left, right] = pages as [Page, Page];
  return { left, right };
}

async function openPrinter({ left, right }: Screens): Promise<void> {
  for (const page of [left, right]) await page.getByRole('link', { name: 'Line 1', exact: true }).click();
}

async function selectPalletQr(page: Page): Promise<void> {
  await page.getByText('Pallet QR', { exact: true }).click();
  await page.getByRole('button', { name: 'Load job', exact: true }).click();
}

const printed = async (): Promise<number> =>
  (await readApi<{ printedLabels: number }>(`${api}/printers/Line%201/printCounters`)).printedLabels;

test('a selection on one screen shows on the other, and a trigger on each prints one label each', async ({ browser }) => {
  const screens = await open(browser, '/');
  const { left, right } = screens;
  await expect(left.getByRole('article', { name: 'Line 1', exact: true })).toContainText('Ready');
  await openPrinter(screens);
  await selectPalletQr(left);
  await expect(right.getByRole('region', { name: 'Next print' })).toContainText('Pallet QR');
  const before = await printed();
  await left.getByRole('button', { name: 'Trigger' }).click();
  await expect(right.getByRole('region', { name: 'Counters' }).getByRole('definition').first()).toHaveText(String(before + 1));
  await right.getByRole('button', { name: 'Trigger' }).click();
  await expect(left.getByRole('region', { name: 'Counters' }).getByRole('definition').first()).toHaveText(String(before + 2));
  expect(await printed()).toBe(before + 2);
});

test('H18 a question on the monitor of one screen follows the current state after the other one has aborted', async ({ browser }) => {
  const screens = await open(browser, '/');
  const { left, right } = screens;
  await right.getByRole('link', { name: 'Line 1', exact: true }).click();
  await left.getByRole('button', { name: 'Operate Line 1' }).focus();
  await left.keyboard.press('Enter');
  await left.getByRole('dialog', { name: 'Line 1' }).getByRole('button', { name: 'Abort' }).click();
  await expect(left.getByRole('alertdialog')).toContainText('Pallet QR');
  await right.getByRole('button', { name: 'Abort' }).click();
  await right.getByRole('alertdialog').getByRole('button', { name: 'Abort' }).click();
  await expect(right.getByRole('alertdialog')).toHaveCount(0);
  await left.getByRole('alertdialog').getByRole('button', { name: 'Abort' }).click();
  await expect(left.getByRole('alertdialog')).toHaveCount(0);
  await expect(left.getByRole('alert')).toHaveCount(0);
  for (const page of [left, right]) await expect(page.getByRole('button', { name: 'Trigger' })).toBeDisabled();
});

test('E17 a label that two people change at once is not overwritten without a question', async ({ browser }) => {
  const { left, right } = await open(browser, '/labels/Pallet%20QR?tab=text');
  const text = (page: Page) => page.getByRole('textbox', { name: 'Label document' });
  for (const page of [left, right]) await expect(text(page)).toHaveValue(/"QRCode"/);
  const original = await text(left).inputValue();
  const changed = (height: number): string => JSON.stringify({ ...(JSON.parse(original) as object), height });
  await text(left).fill(changed(41));
  await left.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(left.getByText('Label "Pallet QR" saved.').first()).toBeVisible();

  await text(right).fill(changed(42));
  await right.getByRole('button', { name: 'Save', exact: true }).click();
  const question = right.getByRole('alertdialog');
  await expect(question).toContainText('Someone else saved "Pallet QR"');
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await right.keyboard.press('Escape');
  await expect(text(right)).toHaveValue(changed(42));
  const height = async (): Promise<number> => (await readApi<{ height: number }>(`${api}/labels/Pallet%20QR`)).height;
  expect(await height()).toBe(41);

  await right.getByRole('button', { name: 'Save', exact: true }).click();
  await question.getByRole('button', { name: 'Replace' }).click();
  await expect.poll(height).toBe(42);
});
