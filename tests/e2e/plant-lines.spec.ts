import { expect, test, type Page } from '#support/signed-in-test.ts';
import { Cable } from '#support/cable.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { PlantProcess } from '#support/plant-process.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { until } from '#support/until.ts';
import { onlineAt } from '#support/watch.ts';

let plant: PlantProcess;
/** The network between the second line and the plant. */
let cable: Cable;
let near: OpenService;
let far: OpenService;
let station: StationProcess;

test.beforeAll(async () => {
  cable = new Cable(() => Number(new URL(plant.url).port));
  await cable.plugIn();
  plant = await PlantProcess.start('--public-name', `127.0.0.1:${cable.port}`);
  near = await openService({ virtualPrinters: 1 });
  far = await openService({ virtualPrinters: 1 });
  await Promise.all([near, far].map((service) => warm(service)));
  station = await startStation({ flags: ['--no-embedded', '--controller', near.url] });
  await onlineAt(await station.connect(), near.url);
});

test.afterAll(async () => {
  await station.stop();
  await Promise.all([near.close(), far.close()]);
  await cable.unplug();
  await plant.stop();
});

const api = (service: OpenService, method: string, path: string) => async (body?: unknown) =>
  service.call(`/api/v3/${path}`, { method, ...(body !== undefined && { body }) });

async function signIn(page: Page, { key = plant.key, path = '/' } = {}): Promise<void> {
  await page.context().clearCookies({ name: new RegExp(new URL(plant.url).port) });
  await page.goto(plant.url + path);
  await page.getByLabel('Key').fill(key);
  await page.getByLabel('Key').press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** Sends the label of the first line to the plant, has it approved with another key, and publishes it. */
async function publishLabel(page: Page): Promise<void> {
  await plant.send('PUT', 'settings/library', { body: JSON.stringify({ isApprovalRequired: true }) });
  await api(near, 'PUT', 'labels/Case')(textLabel('{COUNTER;Serial;WIDTH=6}'));
  expect((await api(near, 'POST', 'plant/library')({ kind: 'label', name: 'Case' })).status).toBe(200);
  const answer = await plant.send('POST', 'keys', { body: JSON.stringify({ name: 'Reviewer', scopes: ['read', 'approve'] }) });
  const { key } = (await answer.json()) as { key: string };
  const path = '/library/item?kind=label&name=Case';
  const dialog = page.getByRole('dialog');
  await signIn(page, { key, path });
  await page.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('group', { name: 'Versions' }).getByText('Reviewer')).toBeVisible();
  await signIn(page, { path });
  await page.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('All 2 lines have version 1.')).toBeVisible();
}

/** Prepares a line that takes its serial numbers from the plant, and loads the label. */
async function prepare(service: OpenService): Promise<void> {
  await api(service, 'PUT', 'counters/Serial')({});
  await api(service, 'PUT', 'counters/Serial/plant')({ counter: 'Case' });
  const numbers = async () => (await api(service, 'GET', 'counters/Serial/plant')()).json as { left: number };
  await until(numbers, ({ left }) => left > 0);
  expect((await api(service, 'POST', 'printers/Line%201/printJob')({ labelName: 'Case' })).status).toBe(200);
}

/** Prints, and returns the serial number of the print. */
async function print(service: OpenService): Promise<string> {
  expect((await api(service, 'POST', 'printers/Line%201/trigger')()).status).toBe(202);
  const newest = async () => {
    const { prints } = (await api(service, 'GET', 'prints')()).json as { prints: { state: string; counters: { value: number }[] }[] };
    return prints[0];
  };
  const { counters } = (await until(newest, (found) => found?.state === 'printed')) ?? { counters: [] };
  return String(counters[0]?.value);
}

/** The dialog of the counter shows where its numbers come from, and that they cannot be edited. */
async function seeNumbers(page: Page): Promise<void> {
  await page.goto(`${station.url}/counters`);
  await page.getByRole('button', { name: 'Serial', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit counter "Serial"' });
  await expect(dialog.getByText('Numbers from the plant: Case')).toBeVisible();
  await expect(dialog.getByText(/^Numbers left: \d/)).toBeVisible();
  await expect(dialog.getByLabel('Value', { exact: true })).toBeDisabled();
}

async function find(page: Page, serial: string, line: string): Promise<void> {
  await page.getByLabel('Serial number', { exact: true }).fill(serial);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: line });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(serial);
  await expect(row).toContainText('Printed');
}

test('two lines print a label that the plant has published, with its serial numbers, one of them without the network, and both prints are found', async ({
  page,
}) => {
  await plant.send('PUT', 'counters/Case', { body: JSON.stringify({ next: 100_001, last: 999_999 }) });

  await page.goto(`${station.url}/plant`);
  await page.getByRole('button', { name: 'Change settings' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Send the prints to the archive of the plant').check();
  await dialog.getByLabel('Address of the plant').fill(plant.url);
  await dialog.getByLabel('Key', { exact: true }).fill(plant.key);
  await dialog.getByLabel('Line', { exact: true }).fill('Filling near');
  await dialog.getByRole('button', { name: 'Test the connection' }).click();
  await expect(dialog.getByText('The plant has accepted a report from this controller.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  const throughCable = await api(
    far,
    'PUT',
    'settings/plant',
  )({ isEnabled: true, url: `http://127.0.0.1:${cable.port}`, key: plant.key, line: 'Filling far' });
  expect(throughCable.status).toBe(204);

  await publishLabel(page);
  await Promise.all([near, far].map(prepare));
  await seeNumbers(page);
  await cable.unplug();
  const serials = [await print(near), await print(far)];
  expect(new Set(serials).size).toBe(2);

  await signIn(page);
  await page.getByRole('link', { name: 'Prints' }).click();
  await find(page, serials[0] ?? '', 'Filling near');
  await page.getByLabel('Serial number', { exact: true }).fill(serials[1] ?? '');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('Serial numbers, values and names are compared as a whole.', { exact: false })).toBeVisible();

  await cable.plugIn();
  await expect(async () => {
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Filling far' })).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
  await find(page, serials[1] ?? '', 'Filling far');
  await page.getByRole('row').filter({ hasText: 'Filling far' }).getByRole('button').click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
});
