import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '#support/signed-in-test.ts';
import { openService, warm, type OpenService } from '#support/open-service.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { keys, mouse, type InputMethod } from './journeys/input-methods.ts';
import { accessibilityViolations } from './rules/accessibility.ts';

const LOT = { value: 'A1', description: 'Lot', userEdit: true, pinned: false };
const SPARE = { value: '', description: '', userEdit: false, pinned: false };
const SHIFTS = { shifts: [{ offset: 360, code: 'A' }], description: '' };

let service: OpenService;
let station: StationProcess;

const put = (path: string, body: object) => service.call(`/api/v3/${path}`, { method: 'PUT', body });
const get = async (path: string) => (await service.call(`/api/v3/${path}`)).json;

test.beforeEach(async () => {
  service = await openService({ virtualPrinters: 1 });
  await warm(service);
  await put('variables/Lot', LOT);
  await put('variables/Spare', SPARE);
  await put('counters/Serial', { value: 41, minValue: 1, maxValue: 999, width: 6 });
  await put('shiftCodes/Shift', SHIFTS);
  station = await startStation({ flags: ['--no-embedded', '--controller', service.url] });
});

test.afterEach(async () => {
  await station.stop();
  await service.close();
});

const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true });

async function exported(page: Page, { press }: InputMethod): Promise<{ name: string; content: string }> {
  const saved = page.waitForEvent('download');
  await press(button(page, 'Export all'));
  const file = await saved;
  return { name: file.suggestedFilename(), content: await readFile(await file.path(), 'utf8') };
}

async function choose(page: Page, { press }: InputMethod, content: unknown): Promise<Locator> {
  const chooser = page.waitForEvent('filechooser');
  await press(button(page, 'Import file'));
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  await (await chooser).setFiles({ name: 'things.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  return page.getByRole('dialog');
}

/** No accessibility violations in any theme. */
async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark', 'contrast']) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
    expect.soft(await accessibilityViolations(page), theme).toEqual([]);
  }
}

/** Exports variables, changes one and deletes one, and restores both from the file. */
async function exportAndImport(page: Page, input: InputMethod, change: () => Promise<unknown>): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${station.url}/variables`);
  const file = await exported(page, input);
  expect(file.name).toMatch(/^variables .+ \d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(file.content)).toEqual({ Lot: LOT, Spare: SPARE });

  await change();
  const dialog = await choose(page, input, file.content);
  await expect(dialog).toContainText('Different on the controller, replaced only if selected: 1');
  await expect(dialog.getByRole('row', { name: /Lot/ })).toContainText(/B2.*A1/);
  await expect(dialog).toContainText(/New: 1\s*Spare/);
  await input.check(dialog.getByRole('checkbox', { name: 'Lot' }));
  await input.press(button(dialog, 'Import 2'));
  await expect(dialog).toContainText(/Imported: 2\s*Spare, Lot/);
  await input.press(button(dialog, 'Close').last());
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: /Lot/ })).toContainText('A1');
  expect([await get('variables/Lot'), await get('variables/Spare')]).toEqual([LOT, SPARE]);
}

test('variables are exported, one is changed and one deleted, and the file brings both back', async ({ page }) => {
  await exportAndImport(page, mouse(), async () => {
    await button(page, 'Lot').click();
    await page.getByRole('textbox', { name: 'Value' }).fill('B2');
    await button(page, 'Save').click();
    await expect(page.getByRole('row', { name: /Lot/ })).toContainText('B2');
    await button(page, 'Spare').click();
    await button(page.getByRole('dialog'), 'Delete').click();
    await button(page.getByRole('alertdialog'), 'Delete').click();
    await expect(button(page, 'Spare')).toHaveCount(0);
  });
});

test('H10 variables are exported and imported again by keyboard alone', async ({ page }) => {
  await exportAndImport(page, keys(page), async () => {
    await put('variables/Lot', { ...LOT, value: 'B2' });
    await service.call('/api/v3/variables/Spare', { method: 'DELETE' });
  });
});

for (const [part, content] of [
  ['preview', { Lot: { ...LOT, value: 'C3' }, Extra: SPARE, Spare: SPARE }],
  ['list of faults', { Lot: { value: 7 } }],
] as const) {
  test(`H29 the ${part} of an import has no accessibility violation in any theme`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${station.url}/variables`);
    const dialog = await choose(page, mouse(), content);
    await expect(dialog).toContainText(part === 'list of faults' ? 'Lot: value must be text' : 'Different on the controller');
    await expectAccessible(page);
  });
}

test('a file with faults is refused with the names, and unselected items are unchanged', async ({ page }) => {
  await page.goto(`${station.url}/variables`);
  const dialog = await choose(page, mouse(), { Lot: { value: 7 }, Spare: { value: 'x', colour: 'red' } });
  await expect(dialog.getByRole('alert')).toContainText('2 errors: this file cannot be imported yet');
  await expect(dialog.getByRole('alert')).toContainText('Lot: value must be text');
  await expect(dialog.getByRole('alert')).toContainText('Spare: colour is not known here');

  const chooser = page.waitForEvent('filechooser');
  await button(dialog, 'Choose another file').click();
  const buffer = Buffer.from(JSON.stringify({ Lot: { ...LOT, value: 'C3' }, Extra: SPARE }));
  await (await chooser).setFiles({ name: 'other.json', mimeType: 'application/json', buffer });
  await expect(dialog).toContainText('Different on the controller, replaced only if selected: 1');
  await button(dialog, 'Import 1').click();
  await expect(dialog).toContainText(/Imported: 1\s*Extra/);
  expect(await get('variables/Lot')).toEqual(LOT);
});

test('H19 a counter is set back by a file only after its name was typed and a reason given', async ({ page }) => {
  await page.goto(`${station.url}/variables?tab=counters`);
  const file = await exported(page, mouse());
  await put('counters/Serial', { value: 57, minValue: 1, maxValue: 999, width: 6 });
  const dialog = await choose(page, mouse(), file.content);
  await dialog.getByRole('checkbox', { name: 'Serial' }).check();
  await button(dialog, 'Import 1').click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('It is at 000057 and would continue from 000041.');
  await question.getByRole('textbox', { name: 'Type Serial to confirm' }).fill('Serial');
  await question.getByRole('textbox', { name: 'Reason' }).fill('the roll was changed');
  await button(question, 'Set back').click();
  await expect(dialog).toContainText(/Imported: 1\s*Serial/);
  expect(await get('counters/Serial')).toMatchObject({ value: 41 });
});

test('variables, counters and shift codes are duplicated under a free name; a counter begins at its start value', async ({ page }) => {
  await put('variables/Lot%20copy', SPARE);
  const duplicate = async (name: string, copy: string): Promise<Locator> => {
    await button(page, name).click();
    await button(page.getByRole('dialog'), 'Duplicate').click();
    const dialog = page.getByRole('dialog', { name: `Duplicate "${name}"` });
    await expect(dialog.getByRole('textbox').first()).toHaveValue(copy);
    return dialog;
  };
  await page.goto(`${station.url}/variables`);
  await button(await duplicate('Lot', 'Lot copy 2'), 'Save').click();
  await expect(button(page, 'Lot copy 2')).toBeVisible();
  expect(await get('variables/Lot%20copy%202')).toEqual(LOT);

  await page.getByRole('link', { name: 'Counters' }).click();
  const counter = await duplicate('Serial', 'Serial copy');
  await expect(counter).toContainText('not at the current value of "Serial"');
  await button(counter, 'Save').click();
  await expect(button(page, 'Serial copy')).toBeVisible();
  expect(await get('counters/Serial%20copy')).toMatchObject({ value: 1, width: 6 });

  await page.getByRole('link', { name: 'Shift codes' }).click();
  await button(await duplicate('Shift', 'Shift copy'), 'Save').click();
  await expect(button(page, 'Shift copy')).toBeVisible();
  expect(await get('shiftCodes/Shift%20copy')).toEqual(SHIFTS);
});
