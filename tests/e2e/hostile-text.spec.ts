import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '#support/signed-in-test.ts';
import type { StationClient } from '#contract/station/index.ts';
import { SpecificationController } from '#support/specification-controller.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { connectionWhen } from '#support/watch.ts';
import { openPrinterTab } from '#support/printer-page.ts';

/** Executable markup, templates of the page's framework and of its texts, and right-to-left controls that would affect following text. */
const HOSTILE = `"><img src=x onerror="document.title='ran'"><script>document.title='ran'</script>{{7*7}}{n} @:app.title \u202eevil`;
const SEEN = '<img src=x onerror=';

let controller: SpecificationController;
let station: StationProcess;
let client: StationClient;
const complaints: string[] = [];

test.beforeAll(async () => {
  controller = new SpecificationController();
  controller.printers.set(HOSTILE, {
    id: HOSTILE,
    type: HOSTILE,
    dpi: 300,
    [HOSTILE]: HOSTILE,
    slices: [{ phs: [HOSTILE], inkSupplies: [HOSTILE] }],
  });
  const ink = { state: 'ERROR', ragStatus: 'RED', level: 'LOW', errors: [HOSTILE], warnings: [HOSTILE] };
  controller.status = { state: 'ERROR', ragStatus: 'RED', errors: [HOSTILE, HOSTILE], ink: [ink], [HOSTILE]: { [HOSTILE]: HOSTILE } };
  controller.labels.set(HOSTILE, { [HOSTILE]: HOSTILE });
  controller.tables.set(HOSTILE, { columns: [HOSTILE], rows: [[HOSTILE]] });
  controller.variables.set(HOSTILE, { value: HOSTILE, description: HOSTILE, userEdit: true });
  station = await startStation({ flags: ['--controller', await controller.start()] });
  client = await station.connect();
  await fillOwnController();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
  await controller.stop();
});

test.beforeEach(({ page }) => {
  complaints.length = 0;
  page.on('dialog', (dialog) => complaints.push(`dialog ${dialog.message()}`));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
  });
});

/** Creates every resource of a controller with extensions, with the text in every field that accepts it. */
async function fillOwnController(): Promise<void> {
  const { id: connection } = await connectionWhen(client, ({ embedded, state }) => embedded && state === 'online');
  const other = await connectionWhen(client, ({ embedded, state }) => !embedded && state === 'online');
  await client.connections.rename({ id: other.id, name: HOSTILE });
  const name = HOSTILE;
  const font = { family: 'Arimo', height: 3 };
  const label = {
    format: 3,
    width: 40,
    height: 20,
    objs: [{ type: 'Text', name, x: 1, y: 1, text: escaped(HOSTILE), font }],
    [HOSTILE]: HOSTILE,
  };
  await client.labels.put({ expected: null, connection, name, label });
  await client.tables.put({ expected: null, connection, name, table: { columns: [HOSTILE], rows: [[HOSTILE]] } });
  const prompt = { type: 'text' as const, choices: [HOSTILE, 'other'] };
  await client.variables.put({
    expected: null,
    connection,
    name,
    variable: { value: HOSTILE, description: HOSTILE, userEdit: true, pinned: true, prompt },
  });
  const counter = { value: 0, minValue: 0, maxValue: 9, repeat: 1, step: 1, width: 0, padding: '<', format: '', description: HOSTILE };
  await client.counters.put({ expected: null, connection, name, counter });
  await client.shiftCodes.put({
    expected: null,
    connection,
    name,
    shiftCode: { shifts: [{ offset: 0, code: HOSTILE }], description: HOSTILE },
  });
  const job = { labelName: name, description: HOSTILE, tableName: name, keyColumn: HOSTILE, key: HOSTILE, queue: false };
  await client.printing.select({ connection, printer: 'Line 1', idempotencyKey: randomUUID(), job });
}

/** Escapes the text for dynamic text. */
function escaped(text: string): string {
  return text.replace(/[{}\\]/g, '\\$&');
}

async function expectText(page: Page): Promise<void> {
  await expect(page.locator('body')).toContainText(SEEN);
  await expect(page).not.toHaveTitle('ran');
  expect(await page.locator('img[src="x"], script:not([src])').count()).toBe(0);
  expect(complaints).toEqual([]);
}

for (const path of ['/', '/wall', '/alarms', '/labels', '/tables', '/variables', '/connections']) {
  test(`F7 names and values from controllers are plain text on ${path}`, async ({ page }) => {
    await page.goto(station.url + path);
    await expectText(page);
  });
}

for (const tab of ['Counters', 'Shift codes']) {
  test(`F7 names and values from controllers are plain text in the list of ${tab.toLowerCase()}`, async ({ page }) => {
    await page.goto(`${station.url}/variables`);
    await page.getByRole('link', { name: tab }).click();
    await expectText(page);
  });
}

for (const kind of ['labels', 'tables']) {
  test(`F7 the content of one of the ${kind} is plain text`, async ({ page }) => {
    await page.goto(`${station.url}/${kind}/${encodeURIComponent(HOSTILE)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE);
    await expectText(page);
  });
}

test('F7 the job, faults and properties of a printer are plain text, as are all questions about it', async ({ page }) => {
  await page.goto(station.url);
  await page.getByRole('link', { name: SEEN }).first().click();
  await expectText(page);
  await openPrinterTab(page, 'Properties');
  await expect(page.getByRole('region', { name: 'Properties' })).toContainText(SEEN);
  await expectText(page);

  await page.goto(station.url);
  await page.getByRole('link', { name: 'Line 1', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Next print' })).toContainText(SEEN);
  await page.getByRole('button', { name: 'Abort' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(SEEN);
  await expectText(page);
});

test('F7 printed data and pre-flight findings are plain text', async ({ page }) => {
  const { id: connection } = await connectionWhen(client, ({ embedded, state }) => embedded && state === 'online');
  await client.printing.trigger({ connection, printer: 'Line 1', idempotencyKey: randomUUID() });
  await page.goto(`${station.url}/printers/${connection}/Line%201/prints`);
  await expectText(page);
  await page.goto(`${station.url}/tables/${encodeURIComponent(HOSTILE)}/preflight`);
  await expectText(page);
});

test('F7 a right-to-left name does not affect the text around it', async ({ page }) => {
  await page.goto(`${station.url}/tables/${encodeURIComponent(HOSTILE)}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const title = page.getByRole('alertdialog').getByRole('heading');
  await expect(title).toHaveText(`Delete table "\u2068${HOSTILE}\u2069"?`);
});
