import { expect, test, type Page } from '#support/signed-in-test.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { onlineAt } from '#support/watch.ts';

let near: OpenService;
let far: OpenService;
let station: StationProcess;

test.beforeEach(async () => {
  near = await openService({ virtualPrinters: 2 });
  far = await openService({ virtualPrinters: 1 });
  await Promise.all([near, far].map((service) => warm(service)));
  await near.call('/api/v3/labels/Milk', { method: 'PUT', body: textLabel('Milk') });
  station = await startStation({ flags: ['--no-embedded', '--controller', near.url, '--controller', far.url] });
  const client = await station.connect();
  const [hall, dock] = [await onlineAt(client, near.url), await onlineAt(client, far.url)];
  await client.connections.rename({ id: hall, name: 'Hall' });
  await client.connections.rename({ id: dock, name: 'Dock' });
});

test.afterEach(async () => {
  await station.stop();
  await near.close();
  await far.close();
});

async function jobOf(service: OpenService, printer: string): Promise<string | undefined> {
  const { json } = await service.call(`/api/v3/printers/${encodeURIComponent(printer)}/status`);
  return (json as { job: { label: string } | null }).job?.label;
}

/** Opens the monitor and chooses all printers. */
async function chooseAll(page: Page): Promise<void> {
  await page.goto(station.url);
  await page.getByRole('switch', { name: 'Choose several' }).click();
  const bar = page.getByRole('region', { name: 'Chosen printers' });
  await bar.getByRole('button', { name: 'All', exact: true }).click();
  await expect(bar.getByRole('status')).toHaveText('Printers chosen: 3');
}

/** Chooses the label Milk, and checks it on all chosen printers. */
async function checkMilk(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load job', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Load a job on 3 printers' });
  await dialog.getByText('Milk', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Check on all printers (3)' }).click();
}

test('one job is loaded on several printers of two controllers; one that refuses stays listed and is tried again', async ({ page }) => {
  await chooseAll(page);
  await checkMilk(page);
  const dialog = page.getByRole('dialog', { name: 'Load "Milk" on 3 printers?' });
  const refused = dialog.getByRole('row', { name: /Dock/ });
  await expect(refused).toContainText('There is no label "Milk".');
  await dialog.getByRole('button', { name: 'Load on the printers that accept (2)' }).click();
  await expect(dialog.getByText('Loaded', { exact: true })).toHaveCount(2);
  await expect(refused).toContainText('There is no label "Milk".');
  expect([await jobOf(near, 'Line 1'), await jobOf(near, 'Line 2'), await jobOf(far, 'Line 1')]).toEqual(['Milk', 'Milk', undefined]);

  await far.call('/api/v3/labels/Milk', { method: 'PUT', body: textLabel('Milk') });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText('Loaded', { exact: true })).toHaveCount(3);
  expect(await jobOf(far, 'Line 1')).toBe('Milk');
});

test('a printer that requires a pre-flight refuses rows, and leads to the pre-flight of the table with the options of the job', async ({
  page,
}) => {
  const long = 'Milk of oats that were pressed by hand, filtered twice and then filled into bottles of brown glass';
  await near.call('/api/v3/tables/Drinks', { method: 'PUT', body: { columns: ['Name'], rows: [[long], ['Rice milk']] } });
  await near.call('/api/v3/labels/Milk', { method: 'PUT', body: textLabel('{TABLE;Name}') });
  const settings = { bounceTime: 20, whenDataIsMissing: 'continue', preflightRequired: true };
  await near.call('/api/v3/printers/Line%202/settings', { method: 'PUT', body: settings });
  await chooseAll(page);
  await page.getByRole('button', { name: 'Load job', exact: true }).click();
  const choosing = page.getByRole('dialog', { name: 'Load a job on 3 printers' });
  await choosing.getByRole('tab', { name: 'Table row' }).click();
  await choosing.getByRole('combobox', { name: 'Table', exact: true }).selectOption({ label: 'Drinks' });
  const row = choosing.getByRole('row', { name: long });
  await expect(row.getByTitle(long)).toHaveCSS('-webkit-line-clamp', '2');
  await row.click();
  await choosing.getByRole('combobox', { name: 'Label', exact: true }).selectOption({ label: 'Milk' });
  await choosing.getByRole('button', { name: 'Check on all printers (3)' }).click();

  const dialog = page.getByRole('dialog', { name: /on 3 printers\?$/ });
  await expect(dialog.getByRole('row', { name: /^Line 2 Hall/ })).toContainText('No valid pre-flight covers the selection');
  await dialog.getByRole('link', { name: 'Go to the pre-flight' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Pre-flight of Drinks' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Label', exact: true })).toHaveValue('Milk');
  await expect(page.getByRole('combobox', { name: 'Printer' })).toHaveValue('Line 2');
});

test('a job of another controller takes the values that its label asks for with it', async ({ page }) => {
  const batch = { value: 'B7', userEdit: true, prompt: { type: 'text' } };
  await near.call('/api/v3/variables/Batch', { method: 'PUT', body: batch });
  await far.call('/api/v3/variables/Batch', { method: 'PUT', body: { ...batch, value: 'old' } });
  for (const service of [near, far]) {
    await service.call('/api/v3/labels/Milk', { method: 'PUT', body: textLabel('{VARIABLE;Batch}') });
  }
  await chooseAll(page);
  await checkMilk(page);
  const dialog = page.getByRole('dialog', { name: 'Load "Milk" on 3 printers?' });
  await dialog.getByRole('button', { name: 'Load on the printers that accept (3)' }).click();
  await expect(dialog.getByText('Loaded', { exact: true })).toHaveCount(3);
  expect((await far.call('/api/v3/variables/Batch')).json).toMatchObject({ value: 'B7' });
});

test('values that running jobs ask for are entered once for several printers; a controller that refuses has its own result', async ({
  page,
}) => {
  const batch = { userEdit: true, prompt: { type: 'text', max: 4 } };
  for (const [service, value, printers] of [
    [near, 'B7', ['Line%201', 'Line%202']],
    [far, 'B9', ['Line%201']],
  ] as const) {
    await service.call('/api/v3/variables/Batch', { method: 'PUT', body: { ...batch, value } });
    await service.call('/api/v3/labels/Milk', { method: 'PUT', body: textLabel('{VARIABLE;Batch}') });
    for (const printer of printers)
      await service.call(`/api/v3/printers/${printer}/printJob`, { method: 'POST', body: { labelName: 'Milk' } });
  }
  await page.goto(station.url);
  for (const tile of await page.getByRole('article').all()) await expect(tile).toContainText('Milk');
  await chooseAll(page);
  await page.getByRole('button', { name: 'Enter values' }).click();
  const dialog = page.getByRole('dialog', { name: 'Values for 3 printers' });
  const field = dialog.getByRole('textbox', { name: 'Batch' });
  await expect(field).toHaveAccessibleDescription(/different values now: B7, B9/);
  await field.fill('B1234');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByRole('button', { name: /^Save where a value changes/ })).toBeDisabled();
  await field.fill('B9');
  await expect(dialog.getByRole('row', { name: /Hall/ }).first()).toContainText('Batch: B7 → B9');
  await expect(dialog.getByRole('row', { name: /Dock/ })).toContainText('no change');
  await field.fill('B12');
  // Another person changes the value of the second controller meanwhile: it is not overwritten without being seen.
  await far.call('/api/v3/variables/Batch', { method: 'PUT', body: { ...batch, value: 'B10' } });
  await dialog.getByRole('button', { name: 'Save where a value changes (3)' }).click();
  await expect(dialog.getByText('Saved', { exact: true })).toHaveCount(2);
  const refused = dialog.getByRole('row', { name: /Dock/ });
  await expect(refused.getByText('Saved', { exact: true })).toHaveCount(0);
  expect((await near.call('/api/v3/variables/Batch')).json).toMatchObject({ value: 'B12' });
  expect((await far.call('/api/v3/variables/Batch')).json).toMatchObject({ value: 'B10' });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText('Saved', { exact: true })).toHaveCount(3);
  expect((await far.call('/api/v3/variables/Batch')).json).toMatchObject({ value: 'B12' });
});

test('several printers are chosen and aborted by keyboard, with one reason', async ({ page }) => {
  for (const printer of ['Line 1', 'Line 2']) {
    await near.call(`/api/v3/printers/${encodeURIComponent(printer)}/printJob`, { method: 'POST', body: { labelName: 'Milk' } });
  }
  await page.goto(station.url);
  await page.getByRole('switch', { name: 'Choose several' }).press('Enter');
  const hall = page.getByRole('region', { name: 'Hall' });
  for (const printer of ['Line 1', 'Line 2']) await hall.getByRole('checkbox', { name: `Choose ${printer}` }).press('Space');
  await page.getByRole('region', { name: 'Chosen printers' }).getByRole('button', { name: 'Abort' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Abort printing on 2 printers?' });
  await expect(question).toContainText('Milk');
  await question.getByLabel('Reason').fill('Wrong product');
  await question.getByRole('button', { name: 'Abort', exact: true }).press('Enter');
  const results = page.getByRole('dialog', { name: 'Abort: results' });
  await expect(results.getByText('Aborted', { exact: true })).toHaveCount(2);
  expect([await jobOf(near, 'Line 1'), await jobOf(near, 'Line 2')]).toEqual([undefined, undefined]);
  await page.keyboard.press('Escape');
  await expect(results).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(hall.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Choose several' })).not.toBeChecked();
});
