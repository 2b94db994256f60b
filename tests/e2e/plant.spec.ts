import { expect, test, type Page } from '@playwright/test';
import type { ControllerReport, ReportedPrinter } from '#contract/plant/plant-controller.ts';
import { archiveCsv, archiveRow, DOCUMENT, DOCUMENT_HASH, RESERVED } from '#support/archive-csv.ts';
import { PlantProcess } from '#support/plant-process.ts';
import { accessibilityViolations } from './rules/accessibility.ts';
import { targetsOf, tooSmall } from './rules/targets.ts';

const MIN_TARGET = 44;
let plant: PlantProcess;

test.beforeAll(async () => {
  plant = await PlantProcess.start();
});

test.afterAll(async () => {
  expect(await plant.stop()).toBe(0);
});

function printer(name: string, changes: Partial<ReportedPrinter> = {}): ReportedPrinter {
  return { name, state: 'STARTED', errors: [], label: 'Food case', printed: 412, unknown: 0, ...changes };
}

/** Reports as a controller does. */
async function report(id: string, place: Pick<ControllerReport, 'name' | 'site' | 'line'>, printers: ReportedPrinter[]): Promise<void> {
  const sent: ControllerReport = {
    ...place,
    ...{ tags: [], version: '1.0.0', clock: { now: new Date().toISOString(), isTrusted: true }, freeBytes: 80_000_000_000 },
    ...{ lastBackup: new Date().toISOString(), waitingPrints: 0, printers },
  };
  await plant.send('PUT', `controllers/${id}`, { body: JSON.stringify(sent) });
}

async function signIn(page: Page): Promise<void> {
  await page.goto(plant.url);
  await page.getByLabel('Key').fill(plant.key);
  await page.getByLabel('Key').press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** Sends prints of a controller and the label that they have. */
async function sendPrints(id: string, ...rows: Parameters<typeof archiveRow>[]): Promise<void> {
  const body = archiveCsv(rows.map((row) => archiveRow(...row)));
  await plant.send('POST', `controllers/${id}/prints`, { body, type: 'text/csv' });
  await plant.send('PUT', `documents/${DOCUMENT_HASH}`, { body: DOCUMENT });
}

/** The hash that the picture of a print would have: the plant names it when it refuses another one. */
async function pictureHash(controller: string, print: number): Promise<string> {
  const reserved = new Date(RESERVED + print).toISOString();
  const headers = { authorization: `Bearer ${plant.key}` };
  const answer = await fetch(`${plant.url}/plant/v1/prints/${controller}/${print}/picture?reserved=${reserved}`, { headers });
  return /this one has (\w+)/.exec(await answer.text())?.[1] ?? '';
}

test('H10 a person signs in with a key, by keyboard, and out again', async ({ page }) => {
  await page.goto(plant.url);
  await expect(page.getByLabel('Key')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a key.')).toBeVisible();
  await page.keyboard.type('strobe_wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The plant does not accept this key.')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await signIn(page);
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(plant.key);
  await page.getByRole('button', { name: 'first key' }).press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).press('Enter');
  await expect(page.getByLabel('Key')).toBeVisible();
  await page.goto(`${plant.url}/keys`);
  await expect(page.getByLabel('Key')).toBeVisible();
});

test('H15 the lines of all controllers are on one screen, and old data are said to be old', async ({ page }) => {
  const faults = [printer('Case left', { state: 'ERROR', errors: ['Ink is empty'] }), printer('Case right')];
  await report('c1', { name: 'PC 1', site: 'Bern', line: 'Filling 1' }, faults);
  await report('c2', { name: 'PC 2', site: 'Olten', line: 'Filling 2' }, [printer('Pallet', { state: 'STOPPED' })]);
  await signIn(page);
  const bern = page.getByRole('region', { name: 'PC 1' });

  await test.step('each with its printers and what its controller needs', async () => {
    await expect(bern.getByRole('listitem').filter({ hasText: 'Case left' })).toContainText('Ink is empty');
    await expect(bern).toContainText('Version 1.0.0');
    await expect(bern).toContainText('All prints archived');
    await expect(page.getByRole('heading', { name: 'Olten' })).toBeVisible();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(tooSmall(await targetsOf(page), MIN_TARGET)).toEqual([]);
  });

  await test.step('limited to those in error, which the address keeps', async () => {
    await page.getByRole('button', { name: '1 in error' }).click();
    await expect(page.getByText('Case left')).toBeVisible();
    await expect(page.getByText('Case right')).toBeHidden();
    await page.reload();
    await expect(page.getByText('Case left')).toBeVisible();
    await expect(page.getByText('Pallet')).toBeHidden();
    await page.getByRole('button', { name: '3 printers' }).click();
    await page.getByRole('searchbox').fill('olten');
    await expect(page.getByText('Pallet')).toBeVisible();
    await expect(page.getByText('Case left')).toBeHidden();
    await page.getByRole('button', { name: 'Clear search' }).click();
  });

  await test.step('following the next report by themselves', async () => {
    await report('c2', { name: 'PC 2', site: 'Olten', line: 'Filling 2' }, [printer('Pallet', { state: 'STARTED', printed: 413 })]);
    await expect(page.getByRole('listitem').filter({ hasText: 'Pallet' })).toContainText('Printing');
  });

  await test.step('and kept when the plant does not answer', async () => {
    await page.route('**/plant/v1/controllers', (route) => route.abort());
    await expect(page.getByText('The plant does not answer.')).toBeVisible();
    await expect(page.getByText(/as of \d\d:\d\d:\d\d/)).toBeVisible();
    await expect(page.getByText('Case right')).toBeVisible();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.unroute('**/plant/v1/controllers');
    await expect(page.getByText('The plant does not answer.')).toBeHidden();
  });
});

test('the prints of all lines are searched, and opened with their pictures', async ({ page }) => {
  await report('c1', { name: 'PC 1', site: 'Bern', line: 'Filling 1' }, [printer('Case left')]);
  await sendPrints('c1', [1, {}], [2, { state: 'void', reason: 'The product was too close' }]);
  const hash = await pictureHash('c1', 1);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  await sendPrints('c1', [3, { pictureHash: hash, purpose: 'test' }]);
  await report('c2', { name: 'PC 2', site: 'Olten', line: 'Filling 2' }, [printer('Pallet')]);
  await sendPrints('c2', [7, { pictureHash: hash, key: 'P-7', serials: '["B0007"]' }]);
  await signIn(page);
  await page.getByRole('link', { name: 'Prints' }).click();
  const rows = page.getByRole('table').getByRole('row');
  const dialog = page.getByRole('dialog');

  await test.step('newest first, with line and result, a test print marked', async () => {
    await expect(rows).toHaveCount(5);
    await expect(rows.nth(1)).toContainText('Filling 2');
    await expect(rows.filter({ hasText: 'Test print' })).toContainText('000003');
    await expect(rows.filter({ hasText: 'Not printed' })).toContainText('The product was too close');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(tooSmall(await targetsOf(page), MIN_TARGET)).toEqual([]);
  });

  await test.step('by a scanned serial number, which the address keeps', async () => {
    await page.getByLabel('Serial number').fill('B0007');
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(2);
    await page.reload();
    await expect(rows).toHaveCount(2);
    await expect(page.getByLabel('Serial number')).toHaveValue('B0007');
  });

  await test.step('with all that is known of one, and its picture', async () => {
    await page.getByRole('button', { name: /^Print 7/ }).press('Enter');
    for (const text of ['Filling 2', 'batch: B 7', 'B0007', 'Ana']) await expect(dialog).toContainText(text);
    await expect(dialog.getByRole('img', { name: 'Print 7' })).toBeVisible();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.goBack();
    await expect(dialog.getByRole('img', { name: 'Print 7' })).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('or the reason why a picture is not the one that was printed', async () => {
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('button', { name: /^Print 1:/ }).click();
    await expect(dialog).toContainText('The picture cannot be drawn as it was printed');
    await page.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('by line, value, person and result together, or not found', async () => {
    await page.getByLabel('Line').selectOption({ label: 'Filling 1 · PC 1' });
    await page.getByLabel('Batch or other value').fill('B 7');
    await page.getByLabel('Loaded by').fill('Ana');
    await page.getByLabel('Result').selectOption({ label: 'Not printed' });
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(rows).toHaveCount(2);
    await page.getByLabel('Loaded by').fill('Nina');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No matching prints')).toBeVisible();
  });
});

test('an administrator creates a key, which is shown once and limited to its controller, and revokes it', async ({ page }) => {
  await report('c1', { name: 'PC 1', site: 'Bern', line: 'Filling 1' }, []);
  await signIn(page);
  await page.getByRole('link', { name: 'Keys' }).click();
  const dialog = page.getByRole('dialog');
  const sent = async (key: string, id: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
    const body = archiveCsv([archiveRow(99)]).toString();
    return (await fetch(`${plant.url}/plant/v1/controllers/${id}/prints`, { method: 'POST', headers, body })).status;
  };

  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog).toContainText('Enter a name.');
  await page.getByLabel('Name').fill('Filling 1');
  await page.getByLabel('For controller').selectOption('PC 1');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const key = (await page.getByRole('group', { name: 'Key' }).textContent()) ?? '';
  expect([await sent(key, 'c1'), await sent(key, 'c2')]).toEqual([200, 403]);
  await page.getByRole('button', { name: 'Done' }).click();
  expect(await page.content()).not.toContain(key);
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Revoke Filling 1' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Lines print on');
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText('Revoked keys').first()).toBeVisible();
  expect(await sent(key, 'c1')).toBe(401);
});

test('an administrator creates a counter and sees which line has which numbers', async ({ page }) => {
  await report('c1', { name: 'PC 1', site: 'Bern', line: 'Filling 1' }, [printer('Case left')]);
  await signIn(page);
  await page.getByRole('link', { name: 'Numbers' }).click();
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('row').filter({ hasText: 'Case numbers' });

  await test.step('a counter without a last number is refused', async () => {
    await expect(page.getByText('No counter yet')).toBeVisible();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create counter' }).click();
    await dialog.getByLabel('Name').fill('Case numbers');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByText('Enter a number.')).toBeVisible();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByLabel('Last number').fill('1000');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('1000');
  });

  await test.step('a line takes numbers while the counter is changed, and none of them is lost', async () => {
    await page.getByRole('button', { name: 'Change counter Case numbers' }).click();
    await dialog.getByLabel('Last number').fill('2000');
    const lease = JSON.stringify({ request: 'request-1', size: 250 });
    await plant.send('POST', 'controllers/c1/counters/Case%20numbers/leases', { body: lease });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('251');
    await expect(row).toContainText('1750');
  });

  await test.step('the blocks name the line', async () => {
    await page.getByRole('button', { name: 'Blocks of Case numbers' }).click();
    await expect(dialog.getByRole('row').filter({ hasText: 'PC 1' })).toContainText('250');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(tooSmall(await targetsOf(page), MIN_TARGET)).toEqual([]);
  });
});

test('rows of a line that is broken are released to the others, with the reason', async ({ page }) => {
  await report('c1', { name: 'PC 1', site: 'Bern', line: 'Filling 1' }, [printer('Case left')]);
  const content = { table: 'Products', hash: 'ab'.repeat(32), rows: { first: 0, end: 800 }, copies: 1 };
  const lease = JSON.stringify({ request: 'request-1', size: 1_000, content });
  await plant.send('POST', 'controllers/c1/row-runs/Order%2047/leases', { body: lease });
  await signIn(page);
  await page.getByRole('link', { name: 'Numbers' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Order 47' });
  const dialog = page.getByRole('alertdialog');
  await expect(row).toContainText('PC 1 100 rows');
  await expect(row).toContainText('700 rows without a line');
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(tooSmall(await targetsOf(page), MIN_TARGET)).toEqual([]);
  await page.getByRole('button', { name: 'Release the rows of PC 1 in Order 47' }).click();
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(dialog.getByText('Enter a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The PC is broken');
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(row).toContainText('800 rows without a line');
  const headers = { authorization: `Bearer ${plant.key}` };
  const released = await fetch(`${plant.url}/plant/v1/row-runs/Order%2047/releases`, { headers });
  expect(await released.json()).toMatchObject([{ controller: 'c1', rows: 100, reason: 'The PC is broken', key: 'first key' }]);
});

test('the page of the archive says how much it holds and what it is stored in', async ({ page }) => {
  await sendPrints('c1', [1, {}]);
  await signIn(page);
  await page.getByRole('link', { name: 'Archive' }).click();
  await expect(page.getByText('Embedded, for trying')).toBeVisible();
  await expect(page.getByRole('row', { name: /NOV 2026/ })).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await test.step('and an administrator sets how long it keeps prints', async () => {
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Change retention' }).click();
    await dialog.getByLabel('Delete old prints').check();
    await expect(dialog.getByLabel('Months that are kept')).toHaveValue('36');
    await dialog.getByLabel('Months that are kept').fill('0');
    await expect(dialog.getByText('Enter at least 1.')).toBeVisible();
    await dialog.getByLabel('Months that are kept').fill('24');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('24 months')).toBeVisible();
  });
});

test('H28 the page is in the language of the browser, also from right to left', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'ar', colorScheme: 'dark', viewport: { width: 1024, height: 768 } });
  const page = await context.newPage();
  await page.goto(plant.url);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.locator('input[type=password]').fill(plant.key);
  await page.keyboard.press('Enter');
  for (const path of ['/', '/prints', '/library', '/archive', '/keys']) {
    await page.goto(plant.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  }
  await context.close();
});
