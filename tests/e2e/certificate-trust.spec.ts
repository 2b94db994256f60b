import { expect, test, type Page } from '#support/signed-in-test.ts';
import { FakeController } from '#support/fake-controller.ts';
import { makeCertificate } from '#support/make-certificate.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { accessibilityViolations } from './rules/accessibility.ts';

/** The journey of an operator with a controller whose TLS certificate is unknown. */

const KEY = `strobe_${'k'.repeat(43)}`;

let controller: FakeController;
let station: StationProcess;
const own = makeCertificate({ commonName: 'line-7.plant.example', names: ['line-7.plant.example', '127.0.0.1'] });

test.beforeEach(async ({ page }) => {
  controller = await new FakeController('hall 7').show(own).start();
  station = await startStation({ flags: ['--no-embedded'] });
  await page.goto(`${station.url}/connections`);
});
test.afterEach(async () => {
  expect(await station.stop()).toBe(0);
  await controller.kill();
});

const card = (page: Page) => page.getByRole('article').first();

/** No accessibility violations. */
async function expectNoBarrier(page: Page): Promise<void> {
  expect(await accessibilityViolations(page, { within: '[role=dialog]' })).toEqual([]);
}

test('E28 a certificate is compared, trusted, found to have changed, and trusted again, by keyboard alone', async ({ page }) => {
  await page.getByRole('button', { name: 'Add connection' }).first().click();
  await page.getByRole('textbox', { name: 'Address' }).fill(controller.url);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(own.fingerprint);
  await expect(dialog).toContainText('line-7.plant.example');
  await expectNoBarrier(page);
  await dialog.getByRole('checkbox').press('Space');
  await dialog.getByRole('button', { name: 'Trust and add' }).press('Enter');
  await expect(card(page)).toContainText('Online');

  const next = makeCertificate();
  await controller.kill();
  await controller.show(next).start();
  await expect(card(page)).toContainText(`expected ${own.fingerprint}, got ${next.fingerprint}`);
  await card(page).getByRole('button', { name: 'Compare certificate' }).press('Enter');
  await expect(dialog).toContainText('another machine is answering here');
  const trust = dialog.getByRole('button', { name: 'Trust' });
  await expect(trust).toBeDisabled();
  await dialog.getByRole('checkbox').press('Space');
  await trust.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(card(page)).toContainText('Online');
});

test('E8 an API key that is no longer accepted is replaced where the page reports it', async ({ page }) => {
  controller.behaviour = ({ headers }, response) => {
    if (headers.authorization === `Bearer ${KEY}`) return false;
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end('{"type":"urn:strobe:problem:unauthorized","detail":"The key is not valid."}');
    return true;
  };
  await page.getByRole('button', { name: 'Add connection' }).first().click();
  await page.getByRole('textbox', { name: 'Address' }).fill(controller.url);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByLabel('API key').fill(KEY);
  await dialog.getByRole('button', { name: 'Test' }).click();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Trust and add' }).click();
  await expect(card(page)).toContainText('Online');

  controller.behaviour = (_request, response) => {
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end('{"type":"urn:strobe:problem:unauthorized","detail":"The key is not valid."}');
    return true;
  };
  await expect(card(page)).toContainText('Refused');
  await card(page).getByRole('button', { name: 'New API key' }).click();
  await expectNoBarrier(page);
  await dialog.getByLabel('New API key').fill('strobe_wrong');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('The key is not valid.');
  controller.behaviour = undefined;
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(card(page)).toContainText('Online');
});
