import type { Browser, Page } from '@playwright/test';
import { freePort } from '#support/free-port.ts';
import { expect, test } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { startWithPrinters } from './start-with-printers.ts';

let station: StationProcess;
let port: number;
let controllerPort: number;

test.beforeAll(async () => {
  station = await startWithPrinters();
  port = await freePort();
  controllerPort = await freePort();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A browser on another computer, which does not trust the authority of the station yet. */
async function openTablet(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: `https://127.0.0.1:${port}`, locale: 'en-GB' });
  return context.newPage();
}

async function signIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  await button(page, 'Sign in').click();
}

test('E8 H26 other computers open the page over TLS after a sign-in, wall screens by their address, and both are ended from here', async ({
  page,
  browser,
}) => {
  await test.step('the page is opened for other computers, and shows its address, the code and the fingerprint', async () => {
    await page.goto(`${station.url}/network`);
    await expect(page.getByText('Only this computer can open the page.')).toBeVisible();
    const settings = page.getByRole('region', { name: 'Page on other computers' });
    await page.getByText('Other computers may open the page').click();
    await settings.getByLabel('Address to listen on').fill('everywhere');
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter an IP address, such as 0.0.0.0.')).toBeVisible();
    await settings.getByLabel('Address to listen on').fill('127.0.0.1');
    await settings.getByLabel('Port', { exact: true }).fill(String(port));
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`https://127.0.0.1:${port}`)).toBeVisible();
    await expect(page.getByText(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)).toBeVisible();
  });

  await test.step('the controller is opened for other computers, which need a key', async () => {
    await page.getByText('Other computers may use the controller').click();
    const controller = page.getByRole('region', { name: 'Controller for other systems' });
    await controller.getByLabel('Address to listen on').fill('127.0.0.1');
    await controller.getByLabel('Port', { exact: true }).fill(String(controllerPort));
    await controller.getByText('Text protocol without encryption and key').click();
    await controller.getByRole('button', { name: 'Save' }).click();
    await expect(controller.getByText('Enter addresses or ranges, such as 10.1.2.3 or 10.1.0.0/16.')).toBeVisible();
    await controller.getByText('Text protocol without encryption and key').click();
    await controller.getByRole('button', { name: 'Save' }).click();
    await expect(controller.getByText('Other computers reach the controller, with an API key.')).toBeVisible();
    await expect(controller.getByText(`https://127.0.0.1:${controllerPort}/api/v3`)).toBeVisible();
    const other = await openTablet(browser);
    const answer = await other.request.get(`https://127.0.0.1:${controllerPort}/api/v3/printers`);
    expect(answer.status()).toBe(401);
    expect(await answer.text()).toContain('A key is required');
  });

  const tablet = await openTablet(browser);
  await test.step('the first administrator signs in there with the code', async () => {
    const code = (await page.getByText(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/).textContent()) ?? '';
    await tablet.goto('/printers/embedded/Line%201');
    await expect(tablet.getByRole('heading', { name: 'Set up the first administrator' })).toBeVisible();
    await signIn(tablet, { 'Code of the station': code, Name: 'Ada', 'PIN or password': '482915' });
    await expect(tablet.getByRole('banner').getByRole('button', { name: 'Ada · Administrator' })).toBeVisible();
    await expect(tablet).toHaveURL(/printers\/embedded/);
    await expect(page.getByText(code)).toBeHidden();
  });

  await test.step('an operator is added there, and prints from another tablet', async () => {
    await tablet.goto('/people');
    await button(tablet, 'Add a person').click();
    const dialog = tablet.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Ben');
    await dialog.getByLabel('PIN or password').fill('739164');
    await dialog.getByLabel('Role').selectOption('Operator');
    await button(tablet, 'Save').click();
    const other = await openTablet(browser);
    await other.goto('/printers/embedded/Line%201');
    await signIn(other, { Name: 'Ben', 'PIN or password': '739165' });
    await expect(other.getByText('The name, PIN or password is wrong.')).toBeVisible();
    await signIn(other, { 'PIN or password': '739164' });
    await other.locator('label').filter({ hasText: 'Can date code' }).click();
    await button(other, 'Load job').click();
    await button(other, 'Trigger').click();
    await expect(other.getByRole('region', { name: 'Counters' }).getByRole('definition').first()).toHaveText('1');
    await test.step('the administrator signs in at the same tablet, and what is shown stays', async () => {
      await other.getByRole('banner').getByRole('button', { name: 'Ben · Operator' }).click();
      await other.getByRole('menuitem', { name: 'Sign in as another person' }).click();
      const again = other.getByRole('dialog');
      await again.getByLabel('Name', { exact: true }).selectOption('Ada');
      await again.getByLabel('PIN or password').fill('482915');
      await again.getByLabel('PIN or password').press('Enter');
      await expect(other.getByRole('banner').getByRole('button', { name: 'Ada · Administrator' })).toBeVisible();
      await expect(other).toHaveURL(/printers\/embedded/);
    });
    await other.getByRole('banner').getByRole('button', { name: 'Ada · Administrator' }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(other.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  });

  await test.step('a wall screen shows the wall view, and nothing after it is removed', async () => {
    await tablet.goto('/network');
    await button(tablet, 'Add a wall screen').click();
    await tablet.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Hall 1');
    await tablet.getByRole('dialog').getByRole('button', { name: 'Add a wall screen' }).click();
    const address = (await tablet.getByText(/\/wall\/[\w-]{43}$/).textContent()) ?? '';
    await button(tablet, 'Done').click();
    const wall = await openTablet(browser);
    await wall.goto(address);
    await expect(wall.getByText('Line 1').first()).toBeVisible();
    await expect(button(wall, 'Full screen')).toBeVisible();
    await expect(button(wall, 'Exit')).toBeHidden();
    await button(tablet, 'Remove Hall 1').click();
    await tablet.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(wall.getByRole('heading', { name: 'This wall screen is not permitted' })).toBeVisible();
  });
});
