import { expect, test, type Page } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { scan } from '#support/wedge.ts';
import { startWithPrinters } from './start-with-printers.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startWithPrinters();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const bar = (page: Page) => page.getByRole('banner');

async function signIn(page: Page, name: string, secret: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).selectOption(name);
  await dialog.getByLabel('PIN or password').fill(secret);
  await dialog.getByLabel('PIN or password').press('Enter');
}

async function choose(page: Page, item: string): Promise<void> {
  await bar(page)
    .getByRole('button', { name: /Ada|Ben/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('H26 E8 people are added, do what their role permits, lock the screen, and are named in the event log', async ({ page }) => {
  await test.step('a station without people needs no sign-in', async () => {
    await page.goto(`${station.url}/printers/embedded/Line%201`);
    await page.locator('label').filter({ hasText: 'Can date code' }).click();
    await button(page, 'Load job').click();
    await expect(button(page, 'Trigger')).toBeEnabled();
  });

  await test.step('the first person is an administrator, and a weak PIN is explained', async () => {
    await page.goto(`${station.url}/people`);
    await button(page, 'Add the first person').click();
    const dialog = page.getByRole('dialog', { name: 'Add the first person' });
    await dialog.getByLabel('Name', { exact: true }).fill('Ada');
    await dialog.getByLabel('PIN or password').fill('123456');
    await button(page, 'Save').click();
    await expect(dialog).toContainText('The digits must not be a sequence.');
    await dialog.getByLabel('PIN or password').fill('482915');
    await button(page, 'Save').click();
    await expect(bar(page).getByRole('button', { name: 'Ada · Administrator' })).toBeVisible();
  });

  await test.step('an operator is added', async () => {
    await button(page, 'Add a person').click();
    const dialog = page.getByRole('dialog', { name: 'Add a person' });
    await dialog.getByLabel('Name', { exact: true }).fill('Ben');
    await dialog.getByLabel('PIN or password').fill('correct horse');
    await button(page, 'Save').click();
    await expect(page.getByRole('row').filter({ hasText: 'Ben' })).toContainText('Operator');
  });

  await test.step('without a person a command opens the sign-in, and what is on the screen stays', async () => {
    await choose(page, 'Sign out');
    await page.goto(`${station.url}/printers/embedded/Line%201`);
    await button(page, 'Trigger').click();
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await expect(dialog).toContainText('Sign in, then press the button again.');
    await signIn(page, 'Ben', 'wrong horse');
    await expect(dialog.getByRole('alert')).toContainText('The name, PIN or password is wrong');
    await signIn(page, 'Ben', 'correct horse');
    await expect(dialog).toBeHidden();
    await expect(bar(page).getByRole('button', { name: 'Ben · Operator' })).toBeVisible();
  });

  await test.step('an operator may print, but change no variable', async () => {
    await page.goto(`${station.url}/variables`);
    await button(page, 'New variable').click();
    await page.getByRole('dialog').getByLabel('Variable', { exact: true }).fill('Batch');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('The role of Ben does not include the permission "data".');
    await page.keyboard.press('Escape');
  });

  await test.step('a locked screen shows and aborts, and another person can take it over', async () => {
    await page.goto(`${station.url}/printers/embedded/Line%201`);
    await choose(page, 'Lock the screen');
    await expect(bar(page).getByRole('button', { name: 'Locked · Ben' })).toBeVisible();
    await button(page, 'Trigger').click();
    const dialog = page.getByRole('dialog', { name: 'Unlock the screen' });
    await expect(dialog).toContainText('Ben is signed in here and away.');
    await signIn(page, 'Ada', '482915');
    await expect(bar(page).getByRole('button', { name: 'Ada · Administrator' })).toBeVisible();
  });

  await test.step('the event log names who did what', async () => {
    await page.goto(`${station.url}/event-log`);
    const row = (text: string) => page.getByRole('row').filter({ hasText: text });
    await expect(row('Signed in').filter({ hasText: 'Ada' }).first()).toBeVisible();
    await expect(row('Screen locked')).toContainText('Ben');
    await expect(row('Failed: Signed in').first()).toContainText('Ben');
    await expect(row('Failed: Variable saved')).toContainText('Ben');
  });

  await test.step('a permission of a role is taken away and holds at once', async () => {
    await page.goto(`${station.url}/people`);
    await page.getByLabel('Operator: Print').uncheck();
    await page.getByLabel('Administrator: People').click();
    await expect(page.getByRole('alert')).toContainText('people could not be managed any more');
    await expect(page.getByLabel('Administrator: People')).toBeChecked();
    await choose(page, 'Sign in as another person');
    await signIn(page, 'Ben', 'correct horse');
    await expect(bar(page).getByRole('button', { name: 'Ben · Operator' })).toBeVisible();
    await page.goto(`${station.url}/printers/embedded/Line%201`);
    await button(page, 'Trigger').click();
    await expect(page.getByRole('alert')).toContainText('The role of Ben does not include the permission "print".');
  });

  await test.step('a badge is given to a person and signs in by a scan, and an unknown one is refused', async () => {
    await choose(page, 'Sign in as another person');
    await signIn(page, 'Ada', '482915');
    await expect(bar(page).getByRole('button', { name: 'Ada · Administrator' })).toBeVisible();
    await page.goto(`${station.url}/people`);
    const rules = page.getByRole('region').filter({ has: page.getByLabel('Badges start with') });
    await rules.getByLabel('Badges start with').fill('BDG');
    await rules.getByRole('button', { name: 'Save rules', exact: true }).click();
    await button(page, 'Change Ben').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Badge', { exact: true }).focus();
    // The Enter of the scanner saves the dialog.
    await scan(page, 'BDG4711');
    await expect(dialog).toBeHidden();
    await page.goto(station.url);
    await expect(bar(page).getByRole('button', { name: 'Ada · Administrator' })).toBeVisible();
    await scan(page, 'BDG4712');
    await expect(page.getByText('This badge is not known here.')).toBeVisible();
    await scan(page, 'BDG4711');
    await expect(bar(page).getByRole('button', { name: 'Ben · Operator' })).toBeVisible();
  });
});
