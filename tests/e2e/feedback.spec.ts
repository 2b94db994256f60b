import type { ServerResponse } from 'node:http';
import { expect, test, type Locator } from '#support/signed-in-test.ts';
import { FakeController } from '#support/fake-controller.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';

const TRIGGER = '/api/v3/printers/Line%201/trigger';
const LABELS = '/api/v3/labels';

let controller: FakeController;
let station: StationProcess;
/** Pending responses of a slow controller, by path. */
const held = new Map<string, ServerResponse>();

test.beforeEach(async ({ page }) => {
  held.clear();
  controller = new FakeController();
  controller.behaviour = ({ url }, response) => {
    if (url !== TRIGGER && url !== LABELS) return false;
    held.set(url, response);
    return true;
  };
  await controller.start();
  station = await startStation({ flags: ['--no-embedded', '--controller', controller.url] });
  await page.goto(station.url);
});

test.afterEach(async () => {
  for (const response of held.values()) response.destroy();
  expect(await station.stop()).toBe(0);
  await controller.kill();
});

/** Presses a button; returns whether the next frame shows that it is busy. */
function isBusyAtOnce(key: Locator): Promise<boolean> {
  return key.evaluate(async (element) => {
    (element as HTMLElement).click();
    await new Promise(requestAnimationFrame);
    return element.ariaBusy === 'true';
  });
}

test('H16 a button shows in the next frame that it was pressed, and the page stays responsive while the controller works', async ({
  page,
}) => {
  await page.getByRole('link', { name: 'Line 1', exact: true }).click();
  const trigger = page.getByRole('button', { name: 'Trigger', exact: true });
  await expect(trigger).toBeEnabled();
  expect(await isBusyAtOnce(trigger)).toBe(true);
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();

  const question = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Abort' }).click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(trigger).toHaveAttribute('aria-busy', 'true');

  await expect.poll(() => held.has(TRIGGER)).toBe(true);
  const answer = JSON.stringify({ result: 'printing' });
  held.get(TRIGGER)?.writeHead(202, { 'content-type': 'application/json' }).end(answer);
  await expect(trigger).toHaveAttribute('aria-busy', 'false');
});

test('H16 a list of a slow controller shows that it is loading, and can be left at any time', async ({ page }) => {
  await page.getByRole('link', { name: 'Labels', exact: true }).click();
  await expect(page.getByRole('main').getByText('Loading')).toBeVisible();
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tables', level: 1 })).toBeVisible();
});
