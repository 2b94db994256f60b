import { expect, test } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { connectionWhen } from '#support/watch.ts';
import { startWithPrinters } from './start-with-printers.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startWithPrinters();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

test('E8 an API key is created by keyboard, shown once, used, and revoked', async ({ page }) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const row = page.getByRole('row', { name: /^MES / });
  const keyDialog = page.getByRole('dialog', { name: 'API key of MES' });
  let key = '';
  const { url } = await connectionWhen(await station.connect(), ({ id, state }) => id === 'embedded' && state === 'online');
  const read = async (path: string) => (await fetch(`${url}/api/v3/${path}`, { headers: { authorization: `Bearer ${key}` } })).status;

  await test.step('what is missing or wrong is said at its field', async () => {
    await page.goto(`${station.url}/api-keys`);
    await expect(page.getByRole('row', { name: /^station of this computer/ }).getByRole('button')).toHaveCount(0);
    await button('Create API key').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    await expect(dialog.getByLabel('For')).toHaveValue('printing');
    await dialog.getByRole('checkbox', { name: 'All printers' }).press('Space');
    await dialog.getByRole('checkbox', { name: 'Ends on a certain day' }).press('Space');
    await dialog.getByRole('button', { name: 'Create' }).press('Enter');
    for (const fault of ['Enter a name.', 'Choose at least one.', 'Enter the last day.']) await expect(dialog).toContainText(fault);
    await dialog.getByLabel('Name', { exact: true }).fill('MES');
    await dialog.getByRole('checkbox', { name: 'Line 1' }).press('Space');
    await dialog.getByRole('textbox', { name: 'Last day' }).fill('31 JAN 2020');
    await dialog.getByRole('button', { name: 'Create' }).press('Enter');
    await expect(dialog).toContainText('This day is over.');
    await dialog.getByRole('textbox', { name: 'Last day' }).fill('31 JAN 2099');
    await dialog.getByRole('button', { name: 'Create' }).press('Enter');
  });

  await test.step('its text is shown once', async () => {
    key = (await keyDialog.getByRole('group', { name: 'API key' }).textContent()) ?? '';
    expect(key).toMatch(/^strobe_[\w-]{43}$/);
    await keyDialog.getByRole('button', { name: 'Copy' }).press('Enter');
    await expect(page.getByText('API key copied')).toBeVisible();
    await keyDialog.getByRole('button', { name: 'Done' }).press('Enter');
    await expect(keyDialog).toBeHidden();
    expect(await page.content()).not.toContain(key);
    for (const text of ['Valid', 'Last day 31 JAN 2099', 'Read, Print', 'Line 1', 'Never']) await expect(row).toContainText(text);
  });

  await test.step('it permits what it says, and its last use is listed', async () => {
    expect([await read('printers/Line%201/status'), await read('printers/Line%202/status'), await read('audit')]).toEqual([200, 403, 403]);
    await expect(row).not.toContainText('Never');
  });

  await test.step('a key that may administer is not limited to printers', async () => {
    await button('Create API key').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    await dialog.getByLabel('For').selectOption('administrator');
    await expect(dialog.getByRole('checkbox', { name: 'Administer' })).toBeChecked();
    await expect(dialog).toContainText('cannot be limited to printers');
    await dialog.getByRole('checkbox', { name: 'Administer' }).press('Space');
    await expect(dialog.getByLabel('For')).toHaveValue('other');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('it is revoked, and refused at once', async () => {
    await row.getByRole('button', { name: 'Revoke MES' }).press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Revoke the API key MES?' });
    for (const text of ['It permits: Read, Print (Line 1).', 'It was last used']) await expect(dialog).toContainText(text);
    await dialog.getByRole('button', { name: 'Revoke' }).press('Enter');
    await expect(page.getByText('API key MES revoked')).toBeVisible();
    await expect(row).toHaveCount(0);
    expect(await read('printers/Line%201/status')).toBe(401);
    await page.locator('summary').click();
    await expect(row).toContainText('Revoked');
    await expect(row.getByRole('button')).toHaveCount(0);
  });

  await test.step('the event log has its name, and never its text', async () => {
    await page.goto(`${station.url}/event-log`);
    await expect(page.getByRole('row').filter({ hasText: 'API key revoked' })).toContainText('MES');
    // The first attempt, with a day that is over, failed.
    await expect(page.getByRole('row').filter({ hasText: 'API key created' })).toContainText(['MES', 'MES']);
    expect(await page.content()).not.toContain(key.slice(8));
  });
});
