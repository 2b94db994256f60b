import { expect, test, type Page } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { accessibilityViolations } from './rules/accessibility.ts';
import { startWithPrinters } from './start-with-printers.ts';

const ADA = { name: 'Ada', role: 'administrator', lines: null, isEnabled: true, secret: '482915' } as const;
const EVE = { name: 'Eve', role: 'engineer', lines: null, isEnabled: true, secret: 'correct horse' } as const;
const OTTO = { name: 'Otto', role: 'operator', lines: null, isEnabled: true, secret: '739164' } as const;

let station: StationProcess;

test.beforeAll(async () => {
  station = await startWithPrinters();
  const { people } = await station.connect();
  for (const person of [ADA, EVE, OTTO]) await people.add(person);
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

const bar = (page: Page) => page.getByRole('banner');
const second = (page: Page) => page.getByRole('dialog', { name: 'Second person needed' });

async function signIn(page: Page, { name, secret }: { name: string; secret: string }): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Name', { exact: true }).selectOption(name);
  await dialog.getByLabel('PIN or password').fill(secret);
  await dialog.getByLabel('PIN or password').press('Enter');
  await expect(dialog).toBeHidden();
}

async function askToDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
}

test('E8 H26 a marked deletion needs a second person on the same screen, and the event log names both', async ({ page }) => {
  await test.step('an administrator marks "Delete"', async () => {
    await page.goto(`${station.url}/people`);
    // The first person was signed in at this screen when it was added.
    await expect(bar(page).getByRole('button', { name: 'Ada · Administrator' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Delete' }).check();
    await page.getByRole('button', { name: 'Save two-person rule' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'The two-person rule was saved.' })).toBeVisible();
  });

  await test.step('an engineer deletes a label, and the dialog says what is to be confirmed', async () => {
    await bar(page).getByRole('button', { name: 'Ada' }).click();
    await page.getByRole('menuitem', { name: 'Sign in as another person' }).click();
    await signIn(page, EVE);
    await page.goto(`${station.url}/labels/Can%20date%20code`);
    await askToDelete(page);
    await expect(second(page)).toContainText('Delete a label');
    await expect(second(page)).toContainText('Can date code');
    await expect(second(page).getByLabel('Second person').getByRole('option')).toHaveText(['Choose a name', 'Ada']);
    expect(await accessibilityViolations(page, { within: '[role="dialog"]' })).toEqual([]);
  });

  await test.step('without a confirmation the label stays, and the first dialog says why', async () => {
    await page.keyboard.press('Escape');
    await expect(second(page)).toBeHidden();
    await expect(page.getByRole('alertdialog')).toContainText('A second person must confirm this');
  });

  await test.step('a wrong PIN is refused in the dialog', async () => {
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await second(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(second(page)).toContainText('Choose a name.');
    await second(page).getByLabel('Second person').selectOption('Ada');
    await second(page).getByLabel('Their PIN or password').fill('111111');
    await second(page).getByLabel('Their PIN or password').press('Enter');
    await expect(second(page).getByRole('alert')).toContainText('The name, PIN or password is wrong');
  });

  await test.step('the second person confirms with the PIN, and the first one stays signed in', async () => {
    await second(page).getByLabel('Their PIN or password').fill(ADA.secret);
    await second(page).getByLabel('Their PIN or password').press('Enter');
    await expect(page.getByText('Label "Can date code" deleted.')).toBeVisible();
    await expect(second(page)).toBeHidden();
    await expect(bar(page).getByRole('button', { name: 'Eve · Engineer' })).toBeVisible();
  });

  await test.step('the event log names both', async () => {
    await page.goto(`${station.url}/event-log`);
    const row = (text: string) => page.getByRole('row').filter({ hasText: text });
    await expect(row('Label deleted')).toContainText('Eve + Ada');
    await expect(row('Second person confirmed').first()).toContainText('Ada');
    await expect(row('Two-person rule changed')).toContainText('Ada');
  });

  await test.step('the rule is not required for fewer actions without another administrator', async () => {
    await bar(page).getByRole('button', { name: 'Eve' }).click();
    await page.getByRole('menuitem', { name: 'Sign in as another person' }).click();
    await signIn(page, ADA);
    await page.goto(`${station.url}/people`);
    await page.getByRole('checkbox', { name: 'Delete' }).uncheck();
    await page.getByRole('button', { name: 'Save two-person rule' }).click();
    await expect(second(page)).toContainText('No other person here may do this.');
    await expect(second(page).getByRole('button', { name: 'Confirm' })).toBeHidden();
    await second(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toContainText('A second person must confirm this');
  });
});
