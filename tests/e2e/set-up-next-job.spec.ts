import { expect, test } from '#support/signed-in-test.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { onlineAt } from '#support/watch.ts';

const ROW_HEIGHT = 36;

let service: OpenService;
let station: StationProcess;

test.beforeEach(async () => {
  service = await openService({ virtualPrinters: 1 });
  await warm(service);
  const rows = Array.from({ length: 40 }, (_, index) => [`Drink ${index + 1}`]);
  await service.call('/api/v3/tables/Drinks', { method: 'PUT', body: { columns: ['Name'], rows } });
  await service.call('/api/v3/labels/Milk', { method: 'PUT', body: textLabel('{TABLE;Name}') });
  await service.call('/api/v3/labels/Juice', { method: 'PUT', body: textLabel('Juice') });
  station = await startStation({ flags: ['--no-embedded', '--controller', service.url] });
});

test.afterEach(async () => {
  await station.stop();
  await service.close();
});

for (const viewport of [
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
]) {
  test(`a row is chosen at ${viewport.width} x ${viewport.height} while the first print of the current job waits for its check`, async ({
    page,
  }) => {
    const connection = await onlineAt(await station.connect(), service.url);
    await service.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: { labelName: 'Juice' } });
    expect((await service.call('/api/v3/printers/Line%201/trigger', { method: 'POST' })).status).toBe(202);
    await page.setViewportSize(viewport);
    await page.goto(`${station.url}/printers/${connection}/Line%201`);
    await expect(page.getByRole('region', { name: 'First print' })).toBeVisible();
    await page.getByRole('button', { name: 'Set up next job' }).click();
    await page.getByRole('tab', { name: 'Table row' }).click();
    await page.getByRole('combobox', { name: 'Table', exact: true }).selectOption({ label: 'Drinks' });
    const table = page.getByRole('table', { name: 'Rows of Drinks' });
    await expect(table.getByRole('row', { name: 'Drink 1', exact: true })).toBeAttached();

    // What is visible of the table: it scrolls inside, and so does the tab.
    const height = await table.evaluate((element) => {
      let around: Element = element;
      while (around.parentElement && !['auto', 'scroll'].includes(getComputedStyle(around).overflowY)) around = around.parentElement;
      return around.getBoundingClientRect().height;
    });
    expect(height).toBeGreaterThanOrEqual(3 * ROW_HEIGHT);
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
    const row = table.getByRole('row', { name: 'Drink 3', exact: true });
    await row.click();
    await expect(row).toBeInViewport({ ratio: 0.95 });
    await page.getByRole('combobox', { name: 'Label', exact: true }).selectOption({ label: 'Milk' });
    await expect(page.getByRole('button', { name: 'Load job', exact: true })).toBeEnabled();
  });
}
