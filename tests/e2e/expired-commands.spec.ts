import { expect, test } from '#support/signed-in-test.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { KETCHUP_LABEL } from '#support/ketchup-label.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';

const LABEL = { ...KETCHUP_LABEL, objs: [{ type: 'Text', x: 4, y: 4, text: 'Ketchup', font: { family: 'Arial', height: 8 } }] };
/** A command expires two seconds after its press. */
const LIMIT = 2_000;

let controller: ControllerProcess;
let station: StationProcess;

test.beforeEach(async ({ page }) => {
  controller = await startController({ flags: ['--empty'] });
  station = await startStation({ flags: ['--no-embedded', '--controller', controller.url] });
  await callApi('PUT', `${controller.url}/api/v3/labels/Ketchup`, LABEL);
  await expect.poll(async () => (await readApi<{ state: string }>(`${printer()}/status`)).state).toBe('STARTED');
  await callApi('POST', `${printer()}/printJob`, { labelName: 'Ketchup' });
  await page.goto(station.url);
  await page.getByRole('link', { name: 'Line 1', exact: true }).click();
});

test.afterEach(async () => {
  expect(await station.stop()).toBe(0);
  expect(await controller.stop()).toBe(0);
});

const printer = (): string => `${controller.url}/api/v3/printers/Line%201`;

test('D18 the page says that a trigger came too late; nothing is printed, and the next press prints', async ({ page }) => {
  const trigger = page.getByRole('button', { name: 'Trigger', exact: true });
  await expect(trigger).toBeEnabled();
  process.kill(station.pid, 'SIGSTOP');
  try {
    await trigger.click();
    const pressedAt = performance.now();
    await expect.poll(() => performance.now() - pressedAt).toBeGreaterThan(LIMIT);
  } finally {
    process.kill(station.pid, 'SIGCONT');
  }
  await expect(page.getByRole('alert')).toContainText('Not triggered: the command took more than 2 s to reach the printer.');
  expect(await readApi(`${controller.url}/api/v3/prints`)).toMatchObject({ prints: [] });

  await expect(trigger).toBeEnabled();
  await trigger.click();
  await expect.poll(() => readApi(`${controller.url}/api/v3/prints`)).toMatchObject({ prints: [{ label: 'Ketchup' }] });
});
