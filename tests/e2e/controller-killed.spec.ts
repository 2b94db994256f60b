import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '#support/signed-in-test.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController } from '#support/controller-process.ts';
import { KETCHUP_LABEL } from '#support/ketchup-label.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';

const TEXT_LABEL = {
  ...KETCHUP_LABEL,
  objs: [{ type: 'Text', x: 4, y: 4, text: '{COUNTER;Serial}', font: { family: 'Arial', height: 8 } }],
};

function counters(api: string): Promise<unknown> {
  return readApi(`${api}/printers/Line%201/printCounters`);
}

/** Prints three labels and resolves with the counters when they no longer change. */
async function printThree(api: string): Promise<unknown> {
  const printer = `${api}/printers/Line%201`;
  await expect.poll(async () => (await readApi<{ state: string }>(`${printer}/status`)).state).toBe('STARTED');
  await callApi('PUT', `${api}/counters/Serial`, { value: 1 });
  await callApi('PUT', `${api}/labels/Serial`, TEXT_LABEL);
  await callApi('POST', `${printer}/printJob`, { labelName: 'Serial' });
  for (const count of [1, 2, 3]) {
    await callApi('POST', `${printer}/trigger`);
    await expect.poll(async () => (await counters(api)) as object).toMatchObject({ printedLabels: count });
  }
  return counters(api);
}

function tile(page: Page) {
  return page.getByRole('article', { name: 'Line 1', exact: true });
}

test('H15 a tile shows within three polls that its controller was killed; it comes back with its counters', async ({ page }) => {
  const controller = await startController({ flags: ['--empty'] });
  const station = await startStation({ flags: ['--no-embedded', '--controller', controller.url] });
  const before = await printThree(`${controller.url}/api/v3`);
  await page.goto(station.url);
  await expect(tile(page)).toContainText('Printing');

  const client = await station.connect();
  const stop = new AbortController();
  const firstStale = (async () => {
    for await (const event of client.fleet.watch({}, stop.signal)) {
      if (event.type === 'changed' && event.printer.name === 'Line 1' && event.printer.stale) return event.printer.missedPolls;
    }
    return undefined;
  })();
  await controller.kill();
  await expect(tile(page)).toContainText('No data since');
  expect(await firstStale).toBeLessThanOrEqual(3);
  stop.abort();

  const again = await startController({ dataFolder: controller.dataFolder, port: Number(new URL(controller.url).port) });
  await expect(tile(page)).toContainText('Printing');
  expect(await counters(`${again.url}/api/v3`)).toEqual(before);
  await expect(tile(page).getByText('3', { exact: true })).toBeVisible();
  expect(await station.stop()).toBe(0);
  expect(await again.stop()).toBe(0);
});

interface Running {
  url: string;
  pid: number;
}

/** The record of the station's own running controller; undefined while none runs. */
function findRunning(station: StationProcess): Running | undefined {
  const file = join(station.dataFolder, 'controller/controller.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Running) : undefined;
}

function running(station: StationProcess): Running {
  const found = findRunning(station);
  if (!found) throw new Error('no controller runs');
  return found;
}

/** Kills the controller and resolves when another one has replaced it. */
async function killAndAwaitNext(station: StationProcess): Promise<Running> {
  const { pid } = running(station);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => findRunning(station)?.pid ?? pid).not.toBe(pid);
  return running(station);
}

test('the embedded controller restarts automatically after a kill', async ({ page }) => {
  const station = await startStation();
  await page.goto(station.url);
  await expect(tile(page)).toContainText('Ready');
  const first = running(station);
  const before = await printThree(`${first.url}/api/v3`);

  process.kill(first.pid, 'SIGKILL');
  await expect(tile(page)).toContainText('No data since');
  await expect(tile(page)).toContainText('Printing');
  const second = running(station);
  expect(second.pid).not.toBe(first.pid);
  expect(await counters(`${second.url}/api/v3`)).toEqual(before);
  expect(await station.stop()).toBe(0);
});

test('A8 after five crashes within two minutes the controller comes back read only, and the page says so', async ({ page }) => {
  const station = await startStation();
  await page.goto(station.url);
  await expect(tile(page)).toContainText('Ready');
  let last = running(station);
  for (let crash = 1; crash <= 5; crash++) last = await killAndAwaitNext(station);
  await expect(page.getByText('safe mode after repeated crashes')).toBeVisible();
  await expect(tile(page)).toContainText('Stopped');
  const labels = await fetch(`${last.url}/api/v3/labels`);
  const trigger = await fetch(`${last.url}/api/v3/printers/Line%201/trigger`, { method: 'POST' });
  expect([labels.status, trigger.status]).toEqual([200, 503]);
  expect(await station.stop()).toBe(0);
});
