import { expect, test, type Page } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readerConfigurationSchema } from '#contract/api-v3/reader.ts';
import { signalDeviceSchema } from '#contract/api-v3/signal-device.ts';
import { FollowedPrints } from '../../electron/emulators/reader/followed-prints.ts';
import { ReaderEmulator } from '../../electron/emulators/reader/reader-emulator.ts';
import { processTimers } from '../../electron/emulators/zpl/emulator-timers.ts';
import { startWithPrinters } from './start-with-printers.ts';

let station: StationProcess;
const reader = new ReaderEmulator();
let products: FollowedPrints;

test.beforeAll(async () => {
  await reader.start();
  station = await startWithPrinters();
  const controller = JSON.parse(readFileSync(join(station.dataFolder, 'controller/controller.json'), 'utf8')) as { url: string };
  products = new FollowedPrints({
    address: controller.url,
    timers: processTimers,
    onCode: (code) => reader.show(code),
    onFault: () => undefined,
  });
  products.start();
});

test.afterAll(async () => {
  products.stop();
  expect(await station.stop()).toBe(0);
  await reader.stop();
});

const printed = (page: Page) => page.getByRole('region', { name: 'Counters' }).getByRole('definition').first();

test('a reject drill: a wrong code is rejected, two in a row stop the line, and a person resumes it with a reason', async ({ page }) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const client = await station.connect();
  const on = { connection: 'embedded' };
  const isRejecting = async () => (await client.signalDevices.signals({ ...on, name: 'Rack' })).outputs[0]?.isOn;

  await test.step('a line with a reader and a reject output', async () => {
    const configuration = readerConfigurationSchema.parse({
      connection: { mode: 'connect', host: '127.0.0.1', port: reader.port, noReadTexts: ['NOREAD'] },
      printer: 'Line 1',
      arrival: { delay: 100, timeWindow: 2_000 },
      rejectAfter: 2_100,
    });
    await client.readers.put({ ...on, name: 'Camera', configuration });
    const pusher = { name: 'Pusher', channel: 0, condition: 'reject', printer: 'Line 1', minimum: 60_000 };
    const device = signalDeviceSchema.parse({ connection: { kind: 'virtual', inputCount: 1, outputCount: 1 }, outputs: [pusher] });
    await client.signalDevices.add({ ...on, name: 'Rack', device });

    await page.goto(`${station.url}/line-stops`);
    await button('Add line').click();
    const line = page.getByRole('dialog', { name: 'Add line' });
    await line.getByLabel('Name', { exact: true }).fill('Filling');
    await line.getByRole('checkbox', { name: 'Line 1' }).check();
    await line.getByRole('checkbox', { name: 'after products in a row that failed a check' }).check();
    await line.getByLabel('Failed checks').fill('2');
    await line.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('region', { name: 'Filling' })).toContainText('Nothing stops this line');
    await expect(page.getByRole('region', { name: 'Filling' })).toContainText('failed checks, 0 of 2');
  });

  await test.step('a right code passes, two wrong ones are thrown out and stop the line', async () => {
    await page.goto(`${station.url}/printers/embedded/Line%201`);
    await page.getByRole('searchbox', { name: 'Search labels' }).fill('Pharma carton');
    await page.getByText('Pharma carton', { exact: true }).first().click();
    await button('Load job').click();
    for (const [count, mishap, verdict] of [
      ['1', undefined, 'verified'],
      ['2', 'wrong-code', 'mismatch'],
      ['3', 'no-read', 'not-read'],
    ] as const) {
      if (mishap !== 'no-read') expect(await isRejecting()).toBe(false);
      if (mishap) reader.prepare(mishap);
      await button('Trigger').click();
      await expect(printed(page)).toHaveText(count);
      await expect.poll(async () => (await client.prints.list({ ...on, limit: 1 })).prints[0]?.verification).toBe(verdict);
      if (verdict === 'mismatch') await expect.poll(isRejecting).toBe(true);
    }
    await expect(page.getByText('Filling is stopped', { exact: true })).toBeVisible();
    await expect(page.getByText('Products in a row of Line 1 that could not be verified: 2.')).toBeVisible();
    await button('Trigger').click();
    await expect(page.getByText('The line is stopped').first()).toBeVisible();
    await expect(printed(page)).toHaveText('3');
  });

  await test.step('the tile says why', async () => {
    await page.goto(station.url);
    await expect(page.getByText('Line stopped by a rule or an input').first()).toBeVisible();
  });

  await test.step('a line of the station that contains it shows the stop on the monitor and on its own page', async () => {
    await page.goto(`${station.url}/lines`);
    await button('Add line').click();
    const line = page.getByRole('dialog', { name: 'Add line' });
    await line.getByLabel('Name', { exact: true }).fill('Hall');
    await line.getByRole('checkbox', { name: 'Filling' }).first().check();
    await expect(line.getByRole('checkbox', { name: 'Line 1 belongs to Filling' })).toBeDisabled();
    await line.getByRole('button', { name: 'Save' }).click();
    await page.goto(station.url);
    await expect(page.getByText('Filling is stopped', { exact: true })).toBeVisible();
    await page.goto(`${station.url}/lines/Hall`);
    await expect(page.getByText('Filling is stopped', { exact: true })).toBeVisible();
    await expect(button('Resume line')).toBeVisible();
  });

  await test.step('a person resumes it with a reason, and it prints on', async () => {
    await page.goto(`${station.url}/printers/embedded/Line%201`);
    await button('Resume line').click();
    const dialog = page.getByRole('alertdialog', { name: 'Resume Filling?' });
    await dialog.getByRole('textbox').fill('lens cleaned');
    await dialog.getByRole('button', { name: 'Resume line' }).click();
    await expect(page.getByText('Filling is stopped', { exact: true })).toBeHidden();
    await button('Trigger').click();
    await expect(printed(page)).toHaveText('4');
    expect(await client.lineStops.ended({ ...on, name: 'Filling' })).toMatchObject([{ rule: 'failed-reads', reason: 'lens cleaned' }]);
  });
});
