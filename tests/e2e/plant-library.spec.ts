import { expect, test, type Page } from '@playwright/test';
import type { Holdings } from '#contract/plant/library.ts';
import type { ControllerReport } from '#contract/plant/plant-controller.ts';
import type { PlantScope } from '#contract/plant/plant-scope.ts';
import { KETCHUP_LABEL } from '#support/ketchup-label.ts';
import { PlantProcess } from '#support/plant-process.ts';
import { accessibilityViolations } from './rules/accessibility.ts';
import { targetsOf, tooSmall } from './rules/targets.ts';

const MIN_TARGET = 44;
let plant: PlantProcess;

test.beforeEach(async () => {
  plant = await PlantProcess.start();
});

test.afterEach(async () => {
  expect(await plant.stop()).toBe(0);
});

/** Reports as a controller of a line does. */
async function report(id: string, place: Pick<ControllerReport, 'name' | 'site' | 'line' | 'tags'>): Promise<void> {
  const sent: ControllerReport = {
    ...place,
    ...{ version: '1.0.0', clock: { now: new Date().toISOString(), isTrusted: true }, waitingPrints: 0, printers: [] },
  };
  await plant.send('PUT', `controllers/${id}`, { body: JSON.stringify(sent) });
}

/** Says what a line has, as its controller does. */
async function holds(id: string, ...items: Holdings['items']): Promise<void> {
  await plant.send('PUT', `controllers/${id}/library`, { body: JSON.stringify({ items }) });
}

async function newKey(name: string, ...scopes: PlantScope[]): Promise<string> {
  const answer = await plant.send('POST', 'keys', { body: JSON.stringify({ name, scopes }) });
  return ((await answer.json()) as { key: string }).key;
}

async function signIn(page: Page, key = plant.key): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${plant.url}/library`);
  await page.getByLabel('Key').fill(key);
  await page.getByLabel('Key').press('Enter');
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
}

const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
const label = (width: number) => file('Food case.json', JSON.stringify({ ...KETCHUP_LABEL, width }));

async function expectUsable(page: Page): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(tooSmall(await targetsOf(page), MIN_TARGET)).toEqual([]);
}

test('a label is saved from a file, published to chosen lines, and seen to arrive', async ({ page }) => {
  await report('c1', { name: 'Filler 1', site: 'North', line: 'Line A', tags: [] });
  await report('c2', { name: 'Filler 2', site: 'North', line: 'Line B', tags: [] });
  await report('c3', { name: 'Filler 3', site: 'South', line: 'Line C', tags: [] });
  await signIn(page);
  const dialog = page.getByRole('dialog');

  await test.step('saved, or refused with the reason', async () => {
    await expect(page.getByText('The library is empty')).toBeVisible();
    await page.getByRole('button', { name: 'Save an item' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toContainText('Enter a name.');
    await expect(dialog).toContainText('Choose a file.');
    await expectUsable(page);
    await dialog.locator('input[type=file]').setInputFiles(file('Food case.json', '{ "width": 80 }'));
    await expect(dialog.getByLabel('Name')).toHaveValue('Food case');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('The input is not valid');
    await dialog.locator('input[type=file]').setInputFiles(label(80));
    await dialog.getByLabel('Comment').fill('First draft');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved Food case as version 1.')).toBeVisible();
    await expect(page.getByRole('row', { name: /First draft/ })).toContainText('first key');
    await expect(page.getByRole('img', { name: 'Food case, version 1' })).toBeVisible();
  });

  await test.step('published to one site, by keyboard, after a summary', async () => {
    await page.getByRole('button', { name: 'Publish' }).press('Enter');
    await expect(dialog).toContainText('3 lines will get it.');
    await page.getByText('Chosen lines').click();
    await expect(dialog).toContainText('Choose at least one site, line or tag.');
    await page.getByLabel('North').press('Space');
    await expect(dialog).toContainText('2 lines will get it.');
    await expectUsable(page);
    await dialog.getByRole('button', { name: 'Publish' }).press('Enter');
    await expect(page.getByText('0 of 2 lines have version 1.')).toBeVisible();
  });

  await test.step('arrives, with the line in trouble first', async () => {
    await holds('c1', { kind: 'label', name: 'Food case', state: 'taken', version: 1 });
    await holds('c2', { kind: 'label', name: 'Food case', state: 'refused', reason: 'The line has its own label of this name.' });
    await expect(page.getByText('1 of 2 lines have version 1.')).toBeVisible();
    const rows = page.getByRole('table').first().getByRole('row');
    await expect(rows.nth(1)).toContainText('Filler 2');
    await expect(rows.nth(1)).toContainText('The line has its own label of this name.');
    await page.getByRole('button', { name: '1 up to date' }).click();
    await expect(rows).toHaveCount(2);
    await expectUsable(page);
  });

  await test.step('found among the items that are not everywhere yet, which the address keeps', async () => {
    await plant.send('PUT', 'library/table/Products', { body: JSON.stringify({ columns: ['gtin'], rows: [] }) });
    await page.getByRole('link', { name: 'To the library' }).click();
    await expect(page.getByRole('link', { name: 'Products' })).toBeVisible();
    await page.getByLabel('Not everywhere yet').check();
    await expect(page.getByRole('link', { name: 'Products' })).toBeHidden();
    await page.reload();
    await expect(page.getByRole('row', { name: /Food case/ })).toContainText('1 refused');
    await expect(page.getByRole('link', { name: 'Products' })).toBeHidden();
    await expectUsable(page);
    await page.getByLabel('Kind').selectOption('Table');
    await expect(page.getByText('No item matches')).toBeVisible();
    await page.getByRole('button', { name: 'Show all items' }).click();
  });

  await test.step('withdrawn', async () => {
    await page.getByRole('link', { name: 'Food case' }).press('Enter');
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Lines remove it as soon as no job uses it.');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText('Not published: no line gets it.')).toBeVisible();
  });
});

test('where labels need approval, another key approves a version before it is published', async ({ page }) => {
  const author = await newKey('Ana', 'read', 'library');
  const reviewer = await newKey('Ben', 'read', 'approve');
  const item = `${plant.url}/library/item?kind=label&name=Food%20case`;
  const dialog = page.getByRole('dialog');
  await signIn(page);
  await page.getByLabel('Labels need approval').check();
  await expect(page.getByLabel('Labels need approval')).toBeEnabled();

  await test.step('who saves it can not publish it', async () => {
    await signIn(page, author);
    await expect(page.getByText('Labels need approval by another key before they are published.')).toBeVisible();
    await page.getByRole('button', { name: 'Save an item' }).click();
    await dialog.locator('input[type=file]').setInputFiles(label(80));
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(dialog).toContainText('No version of this label is approved.');
    await expect(dialog.getByRole('button', { name: 'Publish' })).toBeHidden();
    await expectUsable(page);
  });

  await test.step('who reviews it approves it, and is offered nothing else', async () => {
    await signIn(page, reviewer);
    await page.goto(item);
    await expect(page.getByRole('table', { name: 'Versions' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Publish' })).toBeHidden();
    await page.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByLabel('Comment').fill('Compared with the order');
    await expectUsable(page);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('row', { name: /Compared with the order/ })).toContainText('Ben');
    await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden();
  });

  await test.step('then it is published', async () => {
    await signIn(page, author);
    await page.goto(item);
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('No line matches the target.')).toBeVisible();
  });
});

test('a table comes from a CSV file, and a key that may only read is offered no change', async ({ page }) => {
  await signIn(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Save an item' }).click();
  await dialog.getByLabel('Kind').selectOption('Table');
  await dialog.locator('input[type=file]').setInputFiles(file('Products.csv', 'gtin;name\n0123;"Tea; green"\n'));
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Products' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download version 1' }).click();
  expect((await download).suggestedFilename()).toBe('Products-1.json');

  await signIn(page, await newKey('Viewer', 'read'));
  await expect(page.getByRole('link', { name: 'Products' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save an item' })).toBeHidden();
  await page.getByRole('link', { name: 'Products' }).click();
  await expect(page.getByRole('button', { name: 'Download version 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeHidden();
  await page.goto(`${plant.url}/library/item?kind=label&name=Missing`);
  await expect(page.getByRole('alert')).toContainText('Not found');
  await page.goto(`${plant.url}/library/item?kind=other`);
  await expect(page.getByText('The library has no such item')).toBeVisible();
});
