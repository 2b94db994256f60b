import { expect, test } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { verifyMessage, WebhookReceiver } from '#support/webhook-receiver.ts';
import { startWithPrinters } from './start-with-printers.ts';

let station: StationProcess;
const receiver = new WebhookReceiver();

test.beforeAll(async () => {
  await receiver.start();
  station = await startWithPrinters();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
  await receiver.stop();
});

test('a webhook is added, its messages arrive with the secret that is shown once, and events are sent again', async ({ page }) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const panel = page.getByRole('region', { name: 'MES', exact: true });
  const secretDialog = page.getByRole('dialog', { name: 'Secret of MES' });
  const last = () => receiver.messages.at(-1);
  const secrets: string[] = [];

  await test.step('a webhook is added, and what is missing or wrong is said at its field', async () => {
    await page.goto(`${station.url}/webhooks`);
    await button('Add webhook').click();
    const dialog = page.getByRole('dialog', { name: 'Add webhook' });
    await dialog.getByLabel('Name', { exact: true }).fill('MES');
    await dialog.getByLabel('Address').fill('ftp://mes.example');
    await dialog.getByRole('checkbox', { name: 'All events' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Choose at least one.');
    for (const kind of ['Controller started', 'Job loaded', 'Job ended']) await dialog.getByRole('checkbox', { name: kind }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('must look like https://host/path').first()).toBeVisible();
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Save' }).click();
    secrets.push((await secretDialog.getByRole('group', { name: 'Secret' }).textContent()) ?? '');
    await secretDialog.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Secret copied')).toBeVisible();
    await secretDialog.getByRole('button', { name: 'Done' }).click();
    await expect(secretDialog).toBeHidden();
    await expect(panel).toContainText('Controller started, Job loaded, Job ended');
  });

  await test.step('a test message arrives, and a refused one is explained', async () => {
    await panel.getByRole('button', { name: 'Send a test' }).click();
    await expect(panel).toContainText('The test message was delivered: the receiver answered 204.');
    expect(last()?.event).toMatchObject({ type: 'webhook.test', data: { webhook: 'MES' } });
    expect(() => verifyMessage(last()!, secrets[0]!)).not.toThrow();
    receiver.answers.push((response) => void response.writeHead(503).end());
    await panel.getByRole('button', { name: 'Send a test' }).click();
    await expect(panel.getByRole('alert')).toContainText('The receiver answered 503.');
  });

  await test.step('an event is delivered, and the panel counts it', async () => {
    const client = await station.connect();
    await client.printing.select({
      ...{ connection: 'embedded', printer: 'Line 1', idempotencyKey: crypto.randomUUID() },
      job: { labelName: 'Can date code' },
    });
    await expect.poll(() => last()?.event.type).toBe('job.selected');
    await expect(panel).toContainText('Up to date');
    await expect(panel.getByRole('definition').nth(3)).toContainText(/^1, the last one /);
  });

  await test.step('events are sent again from the chosen one on', async () => {
    const before = receiver.messages.length;
    await panel.getByRole('button', { name: 'Send events again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send events to MES again' });
    await expect(dialog.getByRole('row').nth(1)).toContainText('Job loaded');
    await expect(dialog.getByRole('row').nth(1)).toContainText('Line 1');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Choose the event to begin with.');
    await dialog.getByRole('row').filter({ hasText: 'Controller started' }).click();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => receiver.messages.slice(before).map(({ event }) => event.type)).toEqual(['controller.started', 'job.selected']);
  });

  await test.step('a new secret is made, and the old one signs too', async () => {
    await panel.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('alertdialog', { name: 'Make a new secret for MES?' }).getByRole('button', { name: 'New secret' }).click();
    secrets.push((await secretDialog.getByRole('group', { name: 'Secret' }).textContent()) ?? '');
    await secretDialog.getByRole('button', { name: 'Done' }).click();
    expect(secrets[1]).not.toBe(secrets[0]);
    await panel.getByRole('button', { name: 'Send a test' }).click();
    await expect(panel).toContainText('The test message was delivered');
    for (const secret of secrets) expect(() => verifyMessage(last()!, secret)).not.toThrow();
  });

  await test.step('it is switched off, and deleted', async () => {
    // A notice that goes moves the dialogs, and a press at that moment is lost.
    await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
    await panel.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Webhook MES' });
    await expect(dialog.getByRole('checkbox', { name: 'Job ended' })).toBeChecked();
    await dialog.getByRole('checkbox', { name: 'Send events' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(panel.getByText('Off', { exact: true })).toBeVisible();
    await panel.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog', { name: 'Delete the webhook MES?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No webhooks', { exact: true })).toBeVisible();
  });
});
