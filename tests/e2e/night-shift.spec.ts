import { expect, test, type Page } from '#support/signed-in-test.ts';
import { epochOf, localTime } from '#rendering/calendar/zone.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { printerTab } from '#support/printer-page.ts';
import { keys, mouse, type InputMethod } from './journeys/input-methods.ts';

const TIME_ZONE = 'Europe/Zurich';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A quarter to midnight, three days ago: in the past of the page's own clock. */
const EVENING = epochOf({ ...localTime(Date.now() - 3 * DAY, TIME_ZONE), hour: 23, minute: 45, second: 0 }, TIME_ZONE);
const [TODAY, TOMORROW] = [EVENING, EVENING + 30 * MINUTE];

let service: OpenService;
let station: StationProcess;
let passed = 0;

/** 2026-11-16 */
function onProduct(at: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(at);
}

/** 16 NOV 2026 */
function onPage(at: number): string {
  const parts = { day: '2-digit', month: 'short', year: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-US', { ...parts, timeZone: TIME_ZONE })
    .format(at)
    .replace(/^(\w+) (\d+), (\d+)$/, '$2 $1 $3')
    .toUpperCase();
}

test.beforeEach(async () => {
  passed = 0;
  const ago = EVENING - Date.now();
  // The controller's time passes as on a machine in operation, without a change of its clock.
  service = await openService({ virtualPrinters: 1, now: () => Date.now() + ago + passed, uptime: () => performance.now() + passed });
  await warm(service);
  await service.call('/api/v3/shiftCodes/Shift', {
    method: 'PUT',
    body: {
      shifts: [
        { offset: 6 * 60, code: 'Early' },
        { offset: 14 * 60, code: 'Late' },
        { offset: 22 * 60, code: 'Night' },
      ],
    },
  });
  const label = textLabel('{YEAR}-{MONTH}-{DAYOFMONTH} {HOUR} h {SHIFTCODE;Shift}');
  await service.call('/api/v3/labels/Night', { method: 'PUT', body: label });
  station = await startStation({ flags: ['--no-embedded', '--controller', service.url] });
});

test.afterEach(async () => {
  await station.stop();
  await service.close();
});

const printed = async () => {
  const { json } = await service.call('/api/v3/printers/Line%201/printCounters');
  return (json as { printedLabels: number }).printedLabels;
};

async function selectOn(page: Page, input: InputMethod, productionDayStart: number): Promise<void> {
  await service.call('/api/v3/settings', { method: 'PUT', body: { timeZone: TIME_ZONE, productionDayStart } });
  await service.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: { labelName: 'Night' } });
  await page.goto(station.url);
  await input.press(page.getByRole('link', { name: 'Line 1', exact: true }));
}

/** Triggers a print, and reads its text on the page. */
async function printAndRead(page: Page, input: InputMethod): Promise<string> {
  const before = await printed();
  await input.press(page.getByRole('button', { name: 'Trigger', exact: true }));
  await until(printed, (count) => count > before);
  await input.pickTab(printerTab(page, 'Prints'));
  const prints = page.getByRole('region', { name: 'Last prints' });
  await input.press(prints.getByRole('button', { name: `Print ${before + 1}: Night` }));
  const dialog = page.getByRole('dialog');
  const text = await dialog.getByText(/^\d{4}-\d\d-\d\d \d\d h/).innerText();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  return text;
}

/** The history shows one print on each day, in the configured time zone. */
async function expectDays(page: Page, input: InputMethod): Promise<void> {
  await input.pickTab(printerTab(page, 'History'));
  const history = page.getByRole('region', { name: 'History' });
  await input.pick(history.getByRole('radio', { name: 'Days', exact: true }));
  await expect(history.getByRole('status')).toContainText('2 printed');
  const days = async () => {
    const rows = await history.getByRole('row').allInnerTexts();
    const counts = rows.map((row) => [row.slice(0, 11), row.trim().split(/\s+/).at(-1)] as const);
    return counts.filter(([, count]) => Number(count) > 0).map(([day, count]) => `${day}: ${count}`);
  };
  await expect.poll(days).toEqual([`${onPage(TODAY)}: 1`, `${onPage(TOMORROW)}: 1`]);
}

const WAYS = [
  { title: 'night shift over midnight: the date changes on product and in history, the shift does not', inputOf: mouse },
  { title: 'H10 night shift over midnight, by keyboard alone', inputOf: keys },
];
for (const { title, inputOf } of WAYS) {
  test(title, async ({ page }) => {
    const input = inputOf(page);
    await selectOn(page, input, 0);
    expect(await printAndRead(page, input)).toBe(`${onProduct(TODAY)} 23 h Night`);
    passed += 30 * MINUTE;
    expect(await printAndRead(page, input)).toBe(`${onProduct(TOMORROW)} 00 h Night`);
    await expectDays(page, input);
  });
}

test('night shift over midnight: a production day that starts at six keeps its date until then', async ({ page }) => {
  const input = mouse();
  await selectOn(page, input, 6 * 60);
  expect(await printAndRead(page, input)).toBe(`${onProduct(TODAY)} 23 h Night`);
  passed += 30 * MINUTE;
  expect(await printAndRead(page, input)).toBe(`${onProduct(TODAY)} 00 h Night`);
  await expectDays(page, input);
});
