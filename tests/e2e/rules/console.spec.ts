import { expect, test, type Page } from '#support/signed-in-test.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { connectionWhen } from '#support/watch.ts';
import { open, openScreen, PAGES } from './pages.ts';

let station: StationProcess;
let screen: Page;
const errors: string[] = [];

/** Labels that print a column: one of the sample table, and one that no table has. */
const ROW_LABELS = { 'With a row': 'SKU', 'Without a table': 'Nowhere' };

test.beforeAll(async ({ browser }) => {
  station = await startStation();
  const client = await station.connect();
  const { id: connection } = await connectionWhen(client, ({ embedded, state }) => embedded && state === 'online');
  for (const [name, column] of Object.entries(ROW_LABELS)) {
    const text = {
      type: 'Text',
      x: 1,
      y: 1,
      text: `{TABLE;${column}}`,
      font: { family: 'Arimo', style: 'Regular', height: 3 },
      color: 'black',
    };
    const label = { format: 3, width: 40, height: 20, objs: [text] };
    await client.labels.put({ connection, name, label, expected: null });
  }
  screen = await openScreen(browser, station.url);
  screen.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(`${message.text()} ${message.location().url}`);
  });
  screen.on('pageerror', (error) => errors.push(String(error)));
});

test.beforeEach(() => {
  errors.length = 0;
});

test.afterAll(async () => {
  await screen.context().close();
  expect(await station.stop()).toBe(0);
});

/** Resolves once the page has drawn what it asked for. */
async function settle(): Promise<void> {
  await screen.waitForLoadState('networkidle');
}

for (const place of PAGES) {
  test(`the ${place.name} page logs no error`, async () => {
    await open(screen, station.url, place);
    await settle();
    expect(errors).toEqual([]);
  });
}

for (const name of Object.keys(ROW_LABELS)) {
  test(`a label that needs a row logs no error: ${name}`, async () => {
    await open(screen, station.url, { name, address: `/labels/${encodeURIComponent(name)}`, settled: 'Preview' });
    await settle();
    await open(screen, station.url, { name, address: '/printers/embedded/Line%201', settled: 'Counters' });
    await screen.getByRole('radio', { name, exact: true }).press('Space');
    await expect(screen.getByText('This label needs a table row')).toBeVisible();
    await settle();
    expect(errors).toEqual([]);
  });
}
