import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '#support/signed-in-test.ts';
import { openService, type OpenService } from '#support/open-service.ts';
import { putPastPrints } from '#support/past-prints.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { openPrinterTab } from '#support/printer-page.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;
/** The full hour before the last one: its prints do not move to another bucket while a test runs. */
const HOUR_AGO = Math.floor(Date.now() / HOUR) * HOUR - HOUR;

let service: OpenService;
let station: StationProcess;

test.beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  await service.call('/api/v3/settings', { method: 'PUT', body: { timeZone: 'Europe/Zurich' } });
  await putPastPrints(service.db, 'Line 1', [
    { at: HOUR_AGO - WEEK + 5 * MINUTE, count: 30 },
    { at: HOUR_AGO + 5 * MINUTE, count: 40 },
    { at: HOUR_AGO + 50 * MINUTE, count: 2 },
  ]);
  station = await startStation({ flags: ['--no-embedded', '--controller', service.url] });
});

test.afterAll(async () => {
  await station.stop();
  await service.close();
});

/** The history on the page of the only printer. */
async function openHistory(page: Page): Promise<Locator> {
  await page.goto(station.url);
  await page.getByRole('link', { name: 'Line 1', exact: true }).click();
  await openPrinterTab(page, 'History');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('status')).toContainText('(Europe/Zurich)');
  return history;
}

function column(history: Locator, name: string): Promise<string[]> {
  return history.getByRole('table').evaluate((table, wanted) => {
    const rows = [...table.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? ''));
    const index = rows[0]?.indexOf(wanted) ?? -1;
    return rows.slice(1).map((row) => row[index] ?? '');
  }, name);
}

test('H10 the history is zoomed, moved and compared by keyboard alone', async ({ page }) => {
  const history = await openHistory(page);
  await history.getByRole('radio', { name: 'Hours' }).focus();
  await page.keyboard.press('Space');
  await expect(history.getByRole('status')).toContainText('42 printed');

  await history.getByRole('group', { name: 'Prints over time' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(history.getByRole('row')).toHaveCount(48 + 1);
  await page.keyboard.press('ArrowUp');
  await expect(history.getByRole('row')).toHaveCount(24 + 1);
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
  await expect(history.getByRole('status')).toContainText('Nothing was printed in this period');
  await page.keyboard.press('End');
  await expect(history.getByRole('status')).toContainText('42 printed');

  await history.getByRole('checkbox', { name: 'Compare with previous week' }).focus();
  await page.keyboard.press('Space');
  await expect(history.getByRole('status')).toContainText('30 in the same hours last week');
  await history.getByRole('radio', { name: 'Table' }).focus();
  await page.keyboard.press('Space');
  await expect(history.getByRole('columnheader')).toHaveText(['From', 'One week earlier', 'Printed per hour']);
  const [printed, before] = [await column(history, 'Printed per hour'), await column(history, 'One week earlier')];
  expect(printed.indexOf('42')).toBe(before.indexOf('30'));
});

test('H10 the history is zoomed and moved by touch, up to its limits', async ({ page }) => {
  const history = await openHistory(page);
  await expect(history.getByRole('row')).toHaveCount(60 + 1);
  await history.getByRole('button', { name: 'Zoom in' }).click();
  await history.getByRole('button', { name: 'Zoom in' }).click();
  await expect(history.getByRole('row')).toHaveCount(15 + 1);
  await expect(history.getByRole('button', { name: 'Zoom in' })).toBeDisabled();
  await expect(history.getByRole('button', { name: 'Later' })).toBeDisabled();
  await history.getByRole('button', { name: 'Earlier' }).click();
  await history.getByRole('button', { name: 'Back to now' }).click();
  await expect(history.getByRole('button', { name: 'Later' })).toBeDisabled();
});

test('the history is saved as CSV with time zone and previous week, and as a picture', async ({ page }) => {
  const history = await openHistory(page);
  await history.getByText('Hours', { exact: true }).click();
  await history.getByText('Compare with previous week').click();
  await expect(history.getByRole('status')).toContainText('30 in the same hours');

  const csvSaved = page.waitForEvent('download');
  await history.getByRole('button', { name: 'Save as CSV' }).click();
  const csv = await csvSaved;
  expect(csv.suggestedFilename()).toMatch(/^Line 1 hours .*\.csv$/);
  const lines = (await readFile(await csv.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\ufeffPrinter,Time zone,Interval,From,Printed,One week earlier');
  expect(lines.filter((line) => line.endsWith(',42,30'))).toEqual([
    expect.stringMatching(/^Line 1,Europe\/Zurich,Printed per hour,\d{4}-\d\d-\d\dT\d\d:00:00\+0[12]:00,42,30$/),
  ]);

  const pngSaved = page.waitForEvent('download');
  await history.getByRole('button', { name: 'Save as PNG' }).click();
  const png = await readFile(await (await pngSaved).path());
  expect({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }).toEqual({ width: 1600, height: 800 });
});
