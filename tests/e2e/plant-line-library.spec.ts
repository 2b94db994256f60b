import { expect, test } from '#support/signed-in-test.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { PlantProcess } from '#support/plant-process.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { until } from '#support/until.ts';
import { onlineAt } from '#support/watch.ts';
import { accessibilityViolations } from './rules/accessibility.ts';

let plant: PlantProcess;
let line: OpenService;
let station: StationProcess;

test.beforeAll(async () => {
  plant = await PlantProcess.start();
  line = await openService({ virtualPrinters: 1 });
  await warm(line);
  station = await startStation({ flags: ['--no-embedded', '--controller', line.url] });
  await onlineAt(await station.connect(), line.url);
});

test.afterAll(async () => {
  await station.stop();
  await line.close();
  await plant.stop();
});

const call = (method: string, path: string, body?: unknown) =>
  line.call(`/api/v3/${path}`, { method, ...(body !== undefined && { body }) });

async function publish(place: string, content: unknown): Promise<void> {
  const { version } = (await (await plant.send('PUT', `library/${place}`, { body: JSON.stringify(content) })).json()) as {
    version: number;
  };
  await plant.send('POST', `library/${place}/publish`, { body: JSON.stringify({ version }) });
}

test('what the plant publishes is marked on the station and not changed there, and items of the line are sent to the plant', async ({
  page,
}) => {
  await call('PUT', 'labels/Own', textLabel('own'));
  await call('PUT', 'labels/Taken', textLabel('of this line'));
  await call('PUT', 'tables/Local', { columns: ['Name'], rows: [['Tea']] });
  await publish('label/Food%20case', textLabel('plant'));
  await publish('label/Taken', textLabel('of the plant'));
  await publish('table/Products', { columns: ['Name'], rows: [['Ketchup']] });
  await publish('variable/Batch', { value: 'B 7' });
  await publish('shift-code/Shift', {
    shifts: [
      { offset: 360, code: 'E' },
      { offset: 1_080, code: 'N' },
    ],
  });
  expect((await call('PUT', 'settings/plant', { isEnabled: true, url: plant.url, key: plant.key, line: 'Line A' })).status).toBe(204);
  const items = async () => ((await call('GET', 'plant/library')).json as { items: { state: string }[] }).items;
  await until(
    items,
    (found) => found.filter(({ state }) => state === 'taken').length === 4 && found.some(({ state }) => state === 'refused'),
  );

  await test.step('the page of the plant says what the line has, what it refuses first', async () => {
    await page.goto(`${station.url}/plant`);
    const rows = page.getByRole('table', { name: 'From the library of the plant' }).getByRole('row');
    await expect(rows.nth(1)).toContainText('Taken');
    await expect(rows.nth(1)).toContainText('The line has its own label of this name.');
    await expect(rows.filter({ hasText: 'Food case' })).toContainText('Up to date');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  await test.step('a label of the plant is marked, and is not saved, renamed or deleted', async () => {
    await page.goto(`${station.url}/labels`);
    const card = page.getByRole('article').filter({ hasText: 'Food case' });
    await expect(card).toContainText('From the plant, version 1');
    await expect(page.getByRole('article').filter({ hasText: 'Own' })).not.toContainText('From the plant');
    await card.getByRole('link').click();
    await expect(page.getByText('The plant publishes this item.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Rename' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Duplicate' })).toBeEnabled();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  await test.step('a table of the plant, too', async () => {
    await page.goto(`${station.url}/tables`);
    await expect(page.getByRole('row').filter({ hasText: 'Products' })).toContainText('From the plant, version 1');
    await page.getByRole('link', { name: 'Products' }).click();
    await expect(page.getByText('The plant publishes this item.')).toBeVisible();
    await expect(page.getByRole('grid').getByText('Ketchup')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add row' })).toBeHidden();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  await test.step('variables and shift codes of the plant, too', async () => {
    await page.goto(`${station.url}/variables`);
    await expect(page.getByRole('row').filter({ hasText: 'Batch' })).toContainText('From the plant, version 1');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.goto(`${station.url}/shift-codes`);
    await expect(page.getByRole('row').nth(1)).toContainText('From the plant, version 1');
  });

  await test.step('a label and a table of the line are sent to the plant, which names the version', async () => {
    for (const [path, name] of [
      ['labels', 'Own'],
      ['tables', 'Local'],
    ] as const) {
      await page.goto(`${station.url}/${path}/${name}`);
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('button', { name: 'Send to the plant' }).click();
      await expect(page.getByRole('dialog')).toContainText('Lines get it only when it is published there.');
      await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
      await expect(page.getByText(`The plant has stored ${name} as version 1.`)).toBeVisible();
    }
  });
});
