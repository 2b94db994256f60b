import { expect, test } from '#support/signed-in-test.ts';
import { SmtpServer } from '#support/smtp-server.ts';
import type { StationProcess } from '#support/station-process.ts';
import { startWithPrinters } from './start-with-printers.ts';

const missing = SmtpServer.missing();
test.skip(missing !== undefined, missing);

let station: StationProcess;
let server: SmtpServer;

test.beforeAll(async () => {
  server = await SmtpServer.start({ security: 'none' });
  station = await startWithPrinters();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
  await server.stop();
});

test('a server and a rule are set up, an e-mail about an alarm arrives in the chosen language, and the alarm is acknowledged', async ({
  page,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const client = await station.connect();
  const on = { connection: 'embedded', printer: 'Line 1' };
  const serverPanel = page.getByRole('region', { name: 'Server', exact: true });

  await test.step('a server is entered, and what is wrong is said at its field', async () => {
    await page.goto(`${station.url}/email`);
    await button('Change settings').click();
    const dialog = page.getByRole('dialog', { name: 'Server' });
    await dialog.getByLabel('SMTP server').fill('127.0.0.1');
    await dialog.getByLabel('Port', { exact: true }).fill(String(server.port));
    await dialog.getByLabel('Encryption').selectOption('None (usually port 25)');
    await dialog.getByLabel('Sender address').fill('strobe');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('must be an e-mail address').first()).toBeVisible();
    await dialog.getByLabel('Sender address').fill('strobe@plant.example');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(serverPanel).toContainText(`127.0.0.1:${server.port}`);
    await expect(serverPanel.getByText('On', { exact: true })).toBeVisible();
  });

  await test.step('a test e-mail arrives', async () => {
    await button('Send a test').click();
    const dialog = page.getByRole('dialog', { name: 'Send a test e-mail' });
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog.getByText('Enter an address.')).toBeVisible();
    await dialog.getByLabel('To', { exact: true }).fill('ana@plant.example');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog).toContainText('The server has taken the test e-mail for ana@plant.example.');
    expect(server.emails).toMatchObject([{ to: ['ana@plant.example'], subject: 'Test e-mail of Strobe' }]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a rule is added', async () => {
    await button('Add rule').click();
    const dialog = page.getByRole('dialog', { name: 'Add rule' });
    await dialog.getByLabel('Name', { exact: true }).fill('Night shift');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter an address.')).toBeVisible();
    await dialog.getByLabel('Recipients', { exact: true }).fill('night@plant.example\nline@plant.example');
    await dialog.getByLabel('Language of the e-mails').selectOption('Deutsch');
    await dialog.getByRole('checkbox', { name: 'All printers' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Line 1', exact: true }).check();
    await dialog.getByLabel('Minutes for which events are collected for one e-mail').fill('0');
    await dialog.getByRole('checkbox', { name: /^Send to others/ }).check();
    await dialog.getByLabel('Recipients of the escalation').fill('manager@plant.example');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const rule = page.getByRole('region', { name: 'Night shift' });
    for (const text of ['night@plant.example, line@plant.example', 'All alarms', 'Deutsch', 'after 15 min to manager@plant.example'])
      await expect(rule).toContainText(text);
    expect((await client.email.get({ connection: on.connection })).rules).toMatchObject([
      { name: 'Night shift', language: 'de', printers: ['Line 1'], lines: [], hours: null, groupMinutes: 0, isEndSent: true },
    ]);
  });

  await test.step('an alarm is sent, and acknowledged', async () => {
    await client.simulatedFaults.cause({ ...on, fault: 'cover-open' });
    await expect.poll(() => server.emails.length).toBe(2);
    expect(server.emails[1]).toMatchObject({ to: ['night@plant.example', 'line@plant.example'] });
    expect(server.emails[1]?.subject).toMatch(/^Line 1: Druckerstörung: /);
    const alarms = page.getByRole('region', { name: 'Alarms that were sent' });
    await expect(alarms.getByRole('row').nth(1)).toContainText(/Line 1: Printer error: .*Escalates /);
    await alarms.getByRole('button', { name: /^Acknowledge: Line 1/ }).click();
    await expect(alarms.getByRole('row').nth(1)).toContainText(/Acknowledged by /);
    await client.simulatedFaults.clear({ ...on, fault: 'cover-open' });
    await expect.poll(() => server.emails[2]?.subject).toMatch(/^Line 1: Druckerstörung beendet: /);
    await expect(alarms).toBeHidden();
  });

  await test.step('a server that is away is named with its error', async () => {
    await server.stop();
    await client.simulatedFaults.cause({ ...on, fault: 'cover-open' });
    await expect(serverPanel.getByText('Not sent', { exact: true })).toBeVisible();
    await expect(serverPanel).toContainText('ECONNREFUSED');
  });

  await test.step('the rule is deleted', async () => {
    await page.getByRole('region', { name: 'Night shift' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog', { name: 'Delete the rule Night shift?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No rules', { exact: true })).toBeVisible();
  });
});
