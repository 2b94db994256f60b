import { expect, test, type Locator, type Page } from '#support/signed-in-test.ts';
import type { StationClient } from '#contract/station/index.ts';
import type { StationProcess } from '#support/station-process.ts';
import { startWithPrinters } from './start-with-printers.ts';

let station: StationProcess;
let client: StationClient;

const BOX = { type: 'Rect', name: 'Box', x: 10, y: 10, width: 20, height: 10, lineWidth: 0.5, vendorHint: { keep: true } };
const TEXT = { type: 'Text', name: 'Lot', x: 40, y: 10, text: 'LOT {VARIABLE;Lot}', font: { family: 'Arimo', style: 'Bold', height: 5 } };

test.beforeAll(async () => {
  station = await startWithPrinters();
  client = await station.connect();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

interface Label {
  objs: Record<string, unknown>[];
}

const canvas = (page: Page): Locator => page.getByRole('application', { name: 'Label as printed' });
const layer = (page: Page, name: string): Locator => page.getByRole('list', { name: 'Objects' }).getByRole('button', { name });

async function openLabel(page: Page, name: string, objs: readonly object[] = [BOX, TEXT]): Promise<void> {
  await client.labels.put({
    expected: null,
    connection: 'embedded',
    name,
    label: { format: 3, width: 80, height: 40, vendorVersion: 7, objs: [...objs] },
  });
  await page.goto(`${station.url}/labels/${encodeURIComponent(name)}`);
  await expect(layer(page, String((objs[0] as { name: string }).name))).toBeVisible();
  await expect(canvas(page).locator('canvas.paper')).toHaveAttribute('width', '945');
}

async function saved(page: Page, name: string): Promise<Label> {
  const version = async () => (await client.labels.list({ connection: 'embedded' })).find((label) => label.name === name)?.summary.revision;
  const before = await version();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(version).not.toBe(before);
  return (await client.labels.get({ connection: 'embedded', name })) as unknown as Label;
}

/** The screen position of a point of the label in millimetres. */
async function onScreen(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await canvas(page).locator('canvas.paper').boundingBox();
  if (!box) throw new Error('The label is not on the screen.');
  return { x: box.x + (x / 80) * box.width, y: box.y + (y / 40) * box.height };
}

async function dragOn(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const [start, end] = [await onScreen(page, ...from), await onScreen(page, ...to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

test('an object is dragged to the grid, undone and redone; unknown attributes are preserved', async ({ page }) => {
  await openLabel(page, 'Dragged');
  await dragOn(page, [20, 15], [30.2, 25.3]);
  await expect(page.getByLabel('X (mm)', { exact: true })).toHaveValue('20');
  await expect(page.getByLabel('Y (mm)', { exact: true })).toHaveValue('20');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('X (mm)', { exact: true })).toHaveValue('10');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(page.getByLabel('X (mm)', { exact: true })).toHaveValue('20');
  expect(await saved(page, 'Dragged')).toMatchObject({ vendorVersion: 7, objs: [{ ...BOX, x: 20, y: 20 }, TEXT] });
});

test('a handle is dragged, and Escape cancels a gesture in progress', async ({ page }) => {
  await openLabel(page, 'Pulled');
  await layer(page, 'Box').click();
  await dragOn(page, [30, 20], [40, 28]);
  await expect(page.getByLabel('Width (mm)', { exact: true })).toHaveValue('30');
  await expect(page.getByLabel('Height (mm)', { exact: true })).toHaveValue('18');
  const start = await onScreen(page, 20, 18);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 90, start.y, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page.getByLabel('X (mm)', { exact: true })).toHaveValue('10');
});

test('a group is resized at its corner and by keys, and each step is undone', async ({ page }) => {
  const children = [BOX, { ...BOX, name: 'Other', x: 40 }];
  await openLabel(page, 'Grown', [{ type: 'ObjectGroup', name: 'Both', children }]);
  await layer(page, 'Both').click();
  await dragOn(page, [60, 20], [35, 15]);
  const half = { width: expect.closeTo(10, 0), height: expect.closeTo(5, 0) };
  const [group] = (await saved(page, 'Grown')).objs;
  expect(group).toMatchObject({
    children: [
      { ...half, x: 10, vendorHint: { keep: true } },
      { ...half, x: expect.closeTo(25, 0) },
    ],
  });

  await page.getByRole('button', { name: 'Undo' }).click();
  await canvas(page).focus();
  await page.keyboard.press('+');
  const [grown] = (await saved(page, 'Grown')).objs;
  expect(grown).toMatchObject({
    children: [
      { width: 25, height: 12.5 },
      { x: expect.closeTo(47.5, 0), width: 25 },
    ],
  });
});

test('H10 everything works without a pointer: select, move, rotate, copy, group, ungroup and remove', async ({ page }) => {
  await openLabel(page, 'Keys');
  await canvas(page).focus();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press('PageDown', 'ArrowRight', 'ArrowRight', 'Shift+ArrowDown', 'r');
  await expect(page.getByRole('heading', { name: /Object 1, Box/ })).toBeVisible();
  await press('ControlOrMeta+d');
  await expect(page.getByRole('heading', { name: /Object 3, Box/ })).toBeVisible();
  await press('ControlOrMeta+a', 'ControlOrMeta+g');
  await expect(page.getByRole('heading', { name: /Object 1 \(ObjectGroup\)/ })).toBeVisible();
  await press('ControlOrMeta+Shift+g');
  await expect(page.getByRole('heading', { name: '3 objects' })).toBeVisible();
  await press('Escape', 'PageUp', 'Delete');
  const { objs } = await saved(page, 'Keys');
  expect(objs.map(({ name }) => name)).toEqual(['Box', 'Lot']);
  expect(objs[0]).toMatchObject({ rotation: 90, vendorHint: { keep: true } });
});

test('objects are copied from one label to another', async ({ page }) => {
  await openLabel(page, 'Source');
  await layer(page, 'Lot').click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('1 object copied.').first()).toBeVisible();
  await openLabel(page, 'Target', [BOX]);
  await page.getByRole('button', { name: 'Paste', exact: true }).click();
  await expect(layer(page, 'Lot')).toBeVisible();
  expect((await saved(page, 'Target')).objs).toMatchObject([BOX, { ...TEXT, x: 42, y: 12 }]);
});

test('a frame around objects selects them; they are aligned and distributed', async ({ page }) => {
  const boxes = [10, 24, 60].map((x, index) => ({ type: 'Rect', name: `Box ${index}`, x, y: 5 + index * 4, width: 10, height: 5 }));
  await openLabel(page, 'Arranged', boxes);
  await dragOn(page, [2, 2], [78, 38]);
  await expect(page.getByRole('heading', { name: '3 objects' })).toBeVisible();
  await page.getByRole('button', { name: 'Align top edges' }).click();
  await page.getByRole('button', { name: 'Distribute horizontally' }).click();
  const { objs } = await saved(page, 'Arranged');
  expect(objs.map(({ x, y }) => [x, y])).toEqual([
    [10, 5],
    [35, 5],
    [60, 5],
  ]);
});

test('an object that cannot be drawn shows its fault, and the list of errors selects it', async ({ page }) => {
  await openLabel(page, 'Faulty');
  await layer(page, 'Lot').click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('LOT {VARIABLE;Missing}');
  await expect(layer(page, 'Lot')).toContainText('cannot be drawn');
  await page.keyboard.press('Escape');
  await layer(page, 'Box').click();
  await page.getByRole('list', { name: 'Errors in the label' }).getByRole('button').click();
  await expect(page.getByRole('heading', { name: /Object 2, Lot/ })).toBeVisible();
});

test('H22 JSON and drawing share one history: a change in either shows in both, and is undone from the drawing', async ({ page }) => {
  await openLabel(page, 'Both');
  await page.getByRole('tab', { name: 'JSON', exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Label document' });
  await text.fill((await text.inputValue()).replace('"width": 20', '"width": 33'));
  await page.getByRole('tab', { name: 'Design', exact: true }).click();
  await layer(page, 'Box').click();
  await expect(page.getByLabel('Width (mm)', { exact: true })).toHaveValue('33');
  await page.getByLabel('Width (mm)', { exact: true }).fill('34');
  await page.getByRole('tab', { name: 'JSON', exact: true }).click();
  await expect(text).toHaveValue(/"width": 34/);
});

test('H8 a finger selects, drags, and pans the view outside of all objects', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await openLabel(page, 'Finger');
  const finger = await context.newCDPSession(page);
  const touch = async (kind: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) => {
    await finger.send('Input.dispatchTouchEvent', { type: kind, touchPoints: points });
  };
  const start = await onScreen(page, 20, 15);
  const end = await onScreen(page, 30, 15);
  await touch('touchStart', [start]);
  for (const share of [0.3, 0.6, 1]) await touch('touchMove', [{ x: start.x + (end.x - start.x) * share, y: start.y }]);
  await touch('touchEnd', []);
  await expect(page.getByLabel('X (mm)', { exact: true })).toHaveValue('20');
  await context.close();
});
