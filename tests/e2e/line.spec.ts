import { expect, test, type Page } from '#support/signed-in-test.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { onlineAt } from '#support/watch.ts';

const ended: (() => Promise<unknown>)[] = [];

test.afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** A station whose line "Filling" has these printers of one controller. */
async function openLine(url: string, printers: readonly string[]): Promise<StationProcess> {
  const station = await startStation({ flags: ['--no-embedded', '--controller', url] });
  ended.push(() => station.stop());
  const client = await station.connect();
  const connection = await onlineAt(client, url);
  await client.lines.add({ name: 'Filling', printers: printers.map((printer) => ({ connection, printer })) });
  return station;
}

async function openPlant(): Promise<{ service: OpenService; station: StationProcess }> {
  const service = await openService({ virtualPrinters: 2 });
  ended.push(() => service.close());
  await warm(service);
  for (const label of ['Milk', 'Whey']) await service.call(`/api/v3/labels/${label}`, { method: 'PUT', body: textLabel(label) });
  return { service, station: await openLine(service.url, ['Line 1', 'Line 2']) };
}

async function load(service: OpenService, printer: string, labelName: string): Promise<void> {
  await service.call(`/api/v3/printers/${encodeURIComponent(printer)}/printJob`, { method: 'POST', body: { labelName } });
}

const trigger = (service: OpenService, printer: string) =>
  service.call(`/api/v3/printers/${encodeURIComponent(printer)}/trigger`, { method: 'POST' });

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

/** Loads a label on all printers of the line, in the dialog that the changeover opens. */
async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose a job' }).click();
  await page.getByRole('dialog').getByText(label, { exact: true }).click();
  await page.getByRole('button', { name: 'Check on all printers (2)' }).click();
  const dialog = page.getByRole('dialog', { name: `Load "${label}" on 2 printers?` });
  await dialog.getByRole('button', { name: 'Load on the printers that accept (2)' }).click();
  await expect(dialog.getByText('Loaded', { exact: true })).toHaveCount(2);
  await dialog.getByText('Close', { exact: true }).click();
}

test('a changeover leads from one product to the next, is continued after a restart of the station, and is recorded', async ({ page }) => {
  const { service, station } = await openPlant();
  for (const printer of ['Line 1', 'Line 2']) await load(service, printer, 'Milk');
  await trigger(service, 'Line 1');
  await page.goto(station.url);
  await page.getByRole('link', { name: 'Filling' }).click();
  await openTab(page, 'Changeover');
  await page.getByRole('button', { name: 'Start changeover' }).click();
  await page.getByRole('button', { name: 'End the jobs of the line (2)' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End the jobs' }).click();
  const jobs = page.getByRole('table', { name: 'The jobs that end, with their counts' });
  await expect(jobs.getByText('Counts agree')).toHaveCount(2);
  await expect(jobs.getByRole('row', { name: /^Line 1/ })).toContainText(/Milk\s*1\s*0/);
  await page.getByRole('button', { name: 'Counts are settled: continue' }).click();
  const clearance = page.getByRole('region', { name: 'Line clearance' });
  // The step is stored when it is shown.
  await expect(clearance).toBeVisible();

  await station.kill();
  const restarted = await startStation({
    flags: ['--no-embedded', '--controller', service.url],
    dataFolder: station.dataFolder,
    port: Number(new URL(station.url).port),
  });
  ended.push(() => restarted.stop());
  await page.goto(`${restarted.url}/lines/Filling?tab=changeover`);
  await clearance.getByRole('button', { name: 'The line is clear' }).click();
  await expect(clearance).toContainText('Enter your name.');
  for (const check of await clearance.getByRole('checkbox').all()) await check.check();
  await clearance.getByLabel('Your name').fill('Ana');
  await clearance.getByRole('button', { name: 'The line is clear' }).click();

  await choose(page, 'Whey');
  await page.getByRole('button', { name: 'Continue with these jobs' }).click();
  for (const printer of ['Line 1', 'Line 2']) {
    const first = page.getByRole('region', { name: printer, exact: true });
    await first.getByRole('button', { name: 'Print first one' }).click();
    await first.getByRole('button', { name: 'Approve' }).click();
  }
  await expect(page.getByText('First print approved', { exact: true })).toHaveCount(2);
  await page.getByRole('button', { name: 'Finish changeover' }).click();
  const record = page.getByRole('table', { name: 'Earlier changeovers' });
  await expect(record.getByRole('row', { name: /Ana/ })).toContainText(/Milk\s*Whey\s*1\s*0/);
});

test('after a restart of the controller the line shows the interrupted job, until it is continued', async ({ page }) => {
  const controller: ControllerProcess = await startController({ flags: ['--empty'] });
  const api = `${controller.url}/api/v3/printers/Line%201`;
  await expect.poll(async () => (await readApi<{ state: string }>(`${api}/status`)).state).toBe('STARTED');
  await callApi('PUT', `${controller.url}/api/v3/labels/Milk`, textLabel('Milk'));
  await callApi('POST', `${api}/printJob`, { labelName: 'Milk' });
  await callApi('POST', `${api}/trigger`);
  await expect.poll(async () => readApi<object>(`${api}/printCounters`)).toMatchObject({ printedLabels: 1 });
  const station = await openLine(controller.url, ['Line 1']);
  await page.goto(`${station.url}/lines/Filling?tab=power`);
  await expect(page.getByText('Nothing is left from a power failure')).toBeVisible();

  await controller.kill();
  const again = await startController({ dataFolder: controller.dataFolder, port: Number(new URL(controller.url).port) });
  ended.push(() => again.stop());
  const printer = page.getByRole('region', { name: 'Line 1', exact: true });
  await expect(printer).toContainText('Was printing "Milk": 1 printed.');
  await page.goto(station.url);
  await page.getByRole('link', { name: 'After a power failure: 1' }).click();
  await printer.getByRole('button', { name: 'Continue the job' }).click();
  await expect(page.getByText('Nothing is left from a power failure')).toBeVisible();
  expect((await readApi<{ job: { label: string } }>(`${api}/status`)).job.label).toBe('Milk');
});

test('the start of a shift shows printers, dates, clocks and codes, and hands the note of the last shift over', async ({
  page,
  context,
}) => {
  const { service, station } = await openPlant();
  await service.call('/api/v3/settings', { method: 'PUT', body: { timeZone: 'UTC' } });
  await service.call('/api/v3/shiftCodes/Shift', { method: 'PUT', body: { shifts: [{ offset: 0, code: 'Early' }] } });
  const label = textLabel('{TIME;{YEAR}-{MONTH}-{DAYOFMONTH};+30day}');
  await service.call('/api/v3/labels/Best', { method: 'PUT', body: label });
  await load(service, 'Line 1', 'Best');
  const later = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10);
  await page.goto(`${station.url}/lines/Filling?tab=shift`);
  const printers = page.getByRole('group', { name: 'Printers' });
  await expect(printers.getByRole('row', { name: /^Line 1/ })).toContainText(later);
  await expect(printers.getByRole('row', { name: /^Line 2/ })).toContainText('no job');
  const clocks = page.getByRole('region', { name: 'Clocks and shift codes' });
  await expect(clocks).toContainText('Clock agrees with the station');
  await expect(clocks).toContainText('Early');

  const notes = page.getByRole('region', { name: 'Handover notes' });
  const write = async (text: string) => {
    await notes.getByRole('button', { name: 'Write a note' }).click();
    await notes.getByLabel('For the next shift').fill(text);
    await notes.getByLabel('Your name').fill('Ana');
    await notes.getByRole('button', { name: 'Save note' }).click();
    await expect(notes.getByRole('article')).toContainText(text);
  };
  await write('Head 2 drips.');
  const other = await context.newPage();
  await other.goto(`${station.url}/lines/Filling?tab=shift`);
  await expect(other.getByRole('article')).toContainText('Head 2 drips.');
  await write('Head 2 was cleaned.');
  await expect(other.getByRole('article')).toContainText('Head 2 was cleaned.');
  await other.getByRole('button', { name: 'Older notes (1)' }).click();
  await expect(other.getByRole('region', { name: 'Handover notes' })).toContainText('Head 2 drips.');
});
