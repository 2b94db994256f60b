import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '#support/signed-in-test.ts';
import { FakeController, STARTED } from '#support/fake-controller.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';

let controller: FakeController;
let station: StationProcess;
let dataFolder: string;

const flags = (): string[] => ['--no-embedded', '--controller', controller.url];

test.beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'strobe-alarms-'));
  controller = await new FakeController('one').start();
  controller.printers = { 'Line 1': { id: 'Line 1', type: 'Virtual' }, 'Line 2': { id: 'Line 2', type: 'Virtual' } };
  station = await startStation({ flags: flags(), dataFolder });
});

test.afterEach(async () => {
  expect(await station.stop()).toBe(0);
  await controller.kill();
  rmSync(dataFolder, { recursive: true, force: true });
});

const ink = (level: 'EMPTY' | 'OK') => ({
  ...{ level, supply: 'K', warnings: [], errors: level === 'EMPTY' ? ['Ink supply K is empty.'] : [] },
  ...{
    state: level === 'EMPTY' ? 'ERROR' : 'STARTED',
    ragStatus: level === 'EMPTY' ? 'RED' : 'GREEN',
    percent: level === 'EMPTY' ? 0 : 100,
  },
});
const FULL = { ...STARTED, ink: [ink('OK')] };

/** Line 1 runs out of ink until it is refilled. */
function runDry(): void {
  const dry = { ...STARTED, state: 'ERROR', ragStatus: 'RED', errors: ['Ink supply K is empty: refill it to go on.'], ink: [ink('EMPTY')] };
  let status: object = dry;
  controller.status = FULL;
  controller.behaviour = ({ method, url }, response) => {
    if (method === 'POST' && url === '/api/v3/printers/Line%201/inkSupplies/K/refill') {
      status = FULL;
      response.writeHead(204).end();
      return true;
    }
    if (url !== '/api/v3/printers/Line%201/status') return false;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(status));
    return true;
  };
}

const indicator = (page: Page) => page.getByRole('banner').getByRole('link', { name: /alarm/i });
const inkAlarm = (page: Page) => page.getByRole('article', { name: /Line 1.*Ink empty/ });

/** Tabs forward to the target and presses Enter. */
async function pressByKeyboard(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not reach the target');
}

test('H12 a failed printer is fixed in two taps from its alarm, and the alarm stays until it is seen', async ({ page }) => {
  await page.goto(station.url);
  await expect(indicator(page)).toHaveAccessibleName('No alarms');
  runDry();
  await expect(indicator(page)).toHaveAccessibleName('1 alarm, Critical');
  await indicator(page).click();
  await expect(inkAlarm(page)).toContainText('Nothing is printed on Line 1');
  await page.reload();
  await expect(inkAlarm(page)).toBeVisible();

  await inkAlarm(page).getByRole('link', { name: 'Open Line 1' }).click();
  await page.getByRole('button', { name: 'Refill K' }).click();

  await page.goto(`${station.url}/alarms`);
  await expect(inkAlarm(page)).toContainText('Cleared');
  await inkAlarm(page).getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByText('Monitoring 2 printers on 1 controller.')).toBeVisible();
  await expect(indicator(page)).toHaveAccessibleName('No alarms');
});

test('H5 an alarm is acknowledged, shelved with a reason and unshelved, also across a restart of the station', async ({ page }) => {
  runDry();
  await page.goto(`${station.url}/alarms`);
  await inkAlarm(page).getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByRole('region', { name: 'Acknowledged, still active' }).getByRole('article')).toHaveCount(1);
  await expect(indicator(page)).toHaveAccessibleName('1 alarm, Critical · all acknowledged');

  await inkAlarm(page).getByRole('button', { name: 'Shelve' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Shelve' }).click();
  await expect(dialog).toContainText('Enter a reason');
  await dialog.getByText('1 h', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('cartridge <b>ordered</b>');
  await dialog.getByRole('button', { name: 'Shelve' }).click();
  await expect(page.getByRole('region', { name: 'Shelved' }).getByRole('article')).toContainText('cartridge <b>ordered</b>');
  await expect(indicator(page)).toHaveAccessibleName('No alarms');

  await station.stop();
  station = await startStation({ flags: flags(), dataFolder });
  await page.goto(`${station.url}/alarms`);
  await page.getByRole('region', { name: 'Shelved' }).getByRole('button', { name: 'Unshelve' }).click();
  await expect(page.getByRole('region', { name: 'Unacknowledged' }).getByRole('article')).toHaveCount(1);

  await page.getByRole('link', { name: 'Event log' }).click();
  await page.getByRole('searchbox', { name: 'Search event log' }).fill('ORDERED');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').nth(1)).toContainText('Shelved: Ink empty');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save as CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(2);
  expect(file).toContain('alarm-shelved,ink-empty');
});

test('H15 a lost controller causes one alarm, not one for each printer, and clears when it is back', async ({ page }) => {
  await page.goto(`${station.url}/alarms`);
  await expect(page.getByText('Monitoring 2 printers on 1 controller.')).toBeVisible();
  await controller.kill();
  await expect(page.getByRole('article', { name: /Controller not responding/ })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await controller.start();
  await expect(page.getByRole('article')).toContainText('Cleared');
});

test('H10 an alarm is fixed by keyboard alone', async ({ page }) => {
  runDry();
  await page.goto(station.url);
  await expect(indicator(page)).toHaveAccessibleName('1 alarm, Critical');
  await pressByKeyboard(page, indicator(page));
  await pressByKeyboard(page, inkAlarm(page).getByRole('button', { name: 'Acknowledge' }));
  await expect(page.getByRole('region', { name: 'Acknowledged, still active' })).toBeVisible();
  await pressByKeyboard(page, inkAlarm(page).getByRole('link', { name: 'Open Line 1' }));
  await pressByKeyboard(page, page.getByRole('button', { name: 'Refill K' }));
  await expect(page.getByText('Supply K refilled')).toBeVisible();
});

test('a long printer name does not cut off the text of its alarm', async ({ page }) => {
  const name = 'Filling line north, hall 3, printer on the left beside the palletizer';
  controller.printers = { [name]: { id: name, type: 'Virtual' } };
  controller.status = { ...STARTED, state: 'ERROR', ragStatus: 'RED', errors: ['Cover open'] };
  await page.goto(`${station.url}/alarms`);
  const words = page.getByRole('article', { name: /Filling line north/ }).getByText(/^Clear the fault/);
  await expect(words).toBeVisible();
  expect((await words.boundingBox())!.width).toBeGreaterThan(400);
});
