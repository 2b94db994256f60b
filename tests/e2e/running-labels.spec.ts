import { expect, test } from '#support/signed-in-test.ts';
import { readApi } from '#support/call-api.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { connectionWhen } from '#support/watch.ts';

const LABEL = 'Pallet QR';

interface Status {
  job: { revision: number; newerRevision?: number } | null;
}

let station: StationProcess;
let api: string;

test.beforeAll(async () => {
  station = await startStation();
  const client = await station.connect();
  api = `${(await connectionWhen(client, ({ state }) => state === 'online')).url}/api/v3`;
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

const job = async () => (await readApi<Status>(`${api}/printers/Line%201/status`)).job;

test('a label that a line prints changes there only when a person says so', async ({ page }) => {
  await page.goto(station.url);
  await page.getByRole('link', { name: 'Line 1', exact: true }).click();
  await page.getByText(LABEL, { exact: true }).click();
  await page.getByRole('button', { name: 'Load job', exact: true }).click();
  const next = page.getByRole('region', { name: 'Next print' });
  await expect(next).toContainText(`${LABEL} · version 1`);
  const printerPage = page.url();

  const saveWith = async (vOffset: number): Promise<void> => {
    await page.goto(`${station.url}/labels/${encodeURIComponent(LABEL)}?tab=text`);
    const text = page.getByRole('textbox', { name: 'Label document' });
    await expect(text).toHaveValue(/"QRCode"/);
    await text.fill(JSON.stringify({ ...(JSON.parse(await text.inputValue()) as object), vOffset }));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };
  const question = page.getByRole('dialog');

  await saveWith(1);
  await expect(question).toContainText('Loaded on Line 1');
  await expect(question.getByRole('img', { name: 'Next print on Line 1' })).toBeVisible();
  await expect(question.getByRole('img', { name: 'New version' })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await job()).toMatchObject({ revision: 1 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await question.getByRole('button', { name: 'From the next job' }).click();
  await expect(page.getByText('Loaded and waiting jobs print the version that they have.')).toBeVisible();
  expect(await job()).toMatchObject({ revision: 1, newerRevision: 2 });

  await page.goto(station.url);
  await expect(page.getByRole('article', { name: 'Line 1', exact: true })).toContainText('version 1; version 2 is saved');
  await page.goto(printerPage);
  await expect(next).toContainText('version 1; version 2 is saved');
  await next.getByRole('button', { name: 'Print version 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Print version 2' }).click();
  await expect(next).toContainText(`${LABEL} · version 2`);
  await expect(next.getByRole('button', { name: 'Print version 2' })).toHaveCount(0);

  await saveWith(2);
  await question.getByRole('button', { name: 'Change now on Line 1' }).click();
  await expect(page.getByText(`Label "${LABEL}" saved and changed on Line 1.`)).toBeVisible();
  expect(await job()).toMatchObject({ revision: 3 });
  await page.goto(`${station.url}/alarms`);
  await page.getByRole('link', { name: 'Event log' }).click();
  await expect(page.getByText(`${LABEL} → ${LABEL}`).first()).toBeVisible();
});
