import { expect, test } from '#support/signed-in-test.ts';
import { PNG } from 'pngjs';
import { PRINTER_STATES } from '#contract/api-v3/printer-states.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { FakeController, STARTED } from '#support/fake-controller.ts';
import { startStation } from '#support/station-process.ts';

const PRINTERS = 12;
const SATURATED = 0.35;

/** The saturation (HSV) of the most saturated pixel; nearly black pixels have no visible colour and are skipped. */
function mostSaturated(png: Buffer): number {
  const { data } = PNG.sync.read(png);
  let most = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    const brightest = Math.max(r, g, b);
    if (brightest > 24) most = Math.max(most, (brightest - Math.min(r, g, b)) / brightest);
  }
  return most;
}

async function printOnFour(controller: ControllerProcess): Promise<void> {
  for (let line = 1; line <= 4; line++) {
    const printer = `${controller.url}/api/v3/printers/Line%20${line}`;
    await expect.poll(async () => (await readApi<{ state: string }>(`${printer}/status`)).state).toBe('STARTED');
    await callApi('POST', `${printer}/printJob`, { labelName: 'Can date code' });
  }
}

test('H1 twelve healthy printers show no saturated pixel in any theme, and the traffic light shows green', async ({ page }) => {
  const controller = await startController({ flags: ['--virtual-printers', String(PRINTERS)] });
  const station = await startStation({ flags: ['--no-embedded', '--controller', controller.url] });
  await printOnFour(controller);
  await page.goto(station.url);
  const tiles = page.getByRole('article');
  await expect(tiles.filter({ hasText: 'Ready' })).toHaveCount(PRINTERS - 4);
  await expect(tiles.filter({ hasText: 'Printing' }).locator('img')).toHaveCount(4);
  for (const theme of ['light', 'dark', 'contrast'] as const) {
    for (const palette of ['calm', 'classic'] as const) {
      await page.evaluate((chosen) => Object.assign(document.documentElement.dataset, chosen), { theme, palette });
      const isColoured = mostSaturated(await page.screenshot()) > SATURATED;
      expect.soft({ theme, palette, isColoured }).toEqual({ theme, palette, isColoured: palette === 'classic' });
    }
  }
  expect([await station.stop(), await controller.stop()]).toEqual([0, 0]);
});

test('H2 every state of a printer has its own text and shape, independent of colour', async ({ page }) => {
  const controller = new FakeController('states');
  controller.printers = Object.fromEntries(PRINTER_STATES.map((state) => [state, { id: state, type: 'Virtual' }]));
  controller.behaviour = ({ url = '' }, response) => {
    const state = /\/printers\/(\w+)\/status$/.exec(url)?.[1];
    if (!state) return false;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...STARTED, state, errors: state === 'ERROR' ? ['Cover open'] : [] }));
    return true;
  };
  await controller.start();
  const station = await startStation({ flags: ['--no-embedded', '--controller', controller.url] });
  await page.goto(station.url);
  await expect(page.getByRole('article')).toHaveCount(PRINTER_STATES.length);
  const looks = new Map<string, { words: string; shape: string | null }>();
  for (const state of PRINTER_STATES) {
    const look = page.getByRole('article', { name: state, exact: true }).locator('.printer-state');
    await expect(look).not.toHaveText(/^\s*(?:No data yet\s*)?$/);
    looks.set(state, { words: await look.innerText(), shape: await look.locator('svg path').first().getAttribute('d') });
  }
  const same = [
    ['INITIALIZING', 'STARTING'],
    ['STANDBY', 'STOPPED', 'STOPPING'],
  ];
  for (const [first = '', ...others] of same) for (const other of others) expect(looks.get(other)).toEqual(looks.get(first));
  const distinct = PRINTER_STATES.length - same.flatMap((group) => group.slice(1)).length;
  const all = [...looks.values()];
  expect([new Set(all.map(({ words }) => words)).size, new Set(all.map(({ shape }) => shape)).size]).toEqual([distinct, distinct]);
  await controller.kill();
  expect(await station.stop()).toBe(0);
});
