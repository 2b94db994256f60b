import { expect, test, type Page } from '#support/signed-in-test.ts';
import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import { FakePlant, printing } from '#support/fake-plant.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { connectionWhen } from '#support/watch.ts';

const PANEL = { width: 1280, height: 800 };
const SMALL_PANEL = { width: 1024, height: 768 };

/** What does not fit on the page: the page itself scrolls, or a button or a figure is outside of the window and of every part that scrolls. */
function overflows(): string[] {
  const { scrollHeight, scrollWidth } = document.documentElement;
  const found = scrollHeight > innerHeight || scrollWidth > innerWidth ? [`the page: ${scrollWidth} x ${scrollHeight}`] : [];
  for (const part of document.querySelectorAll<HTMLElement>('main :is(button, [role=tab], h1, h2, dd)')) {
    const { bottom, right, width } = part.getBoundingClientRect();
    const isHidden = width === 0 || part.closest('.visually-hidden') !== null;
    const scrolls = (element: Element): boolean => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);
    let around = part.parentElement;
    while (around && !scrolls(around)) around = around.parentElement;
    if (!isHidden && !around && (bottom > innerHeight || right > innerWidth)) found.push(part.innerText);
  }
  return found;
}

async function expectToFit(page: Page, state: string): Promise<void> {
  for (const viewport of [PANEL, SMALL_PANEL]) {
    await page.setViewportSize(viewport);
    await expect.poll(() => page.evaluate(overflows), `${state}, ${viewport.width} x ${viewport.height}`).toEqual([]);
  }
}

test.describe('a plant', () => {
  const NAME = 'Line 1';
  const JOB = printing({ queue: 2 }, { key: '9521234510178', table: 'Products', copies: 1_000 });
  const ERRORS = ['The cover of the print head is open.', 'Ink supply Black is empty: refill it to go on.'];
  const UNKNOWN = [3, 4, 5].map((id) => ({
    ...{ id, printer: NAME, job: 'j1', label: 'Food case', state: 'unknown', proof: 'ack', pictureHash: '' },
    ...{ reserved: '2026-11-21T14:03:12Z', settled: '2026-11-21T14:03:13Z', reason: 'The printer did not confirm it.' },
    counters: [{ name: 'Serial', value: id }],
  }));
  const LABELS = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`Label ${n}`, { width: 60, height: 20, revision: 1 }]));
  let plant: FakePlant;
  let station: StationProcess;

  function answerUnknownPrints(prints: readonly unknown[]): void {
    const { answers } = plant.controller;
    answers.set('GET /api/v3/prints?printer=Line+1&state=unknown&limit=100', { status: 200, body: { prints, next: null } });
    const count = { counted: null, explained: null, accepted: null };
    answers.set('GET /api/v3/printers/Line%201/engineCount', { status: 200, body: count });
  }

  test.beforeAll(async () => {
    plant = new FakePlant('plant', [NAME]);
    plant.controller.printers = { [NAME]: { id: NAME, type: 'Virtual', dpi: 300, height: 70 } };
    plant.controller.answers.set('GET /api/v3/labels', { status: 200, body: LABELS });
    plant.controller.answers.set('GET /api/v3/tables', { status: 200, body: {} });
    await plant.controller.start();
    station = await startStation({ flags: ['--no-embedded', '--controller', plant.controller.url] });
  });

  test.afterAll(async () => {
    await station.kill();
    await plant.controller.kill();
  });

  test('H20 the main tab fits without scrolling in every state', async ({ page }) => {
    const { id } = await connectionWhen(await station.connect(), ({ state }) => state === 'online');
    const show = (status: Partial<PrinterStatus>): void => plant.set(NAME, status);
    const next = page.getByRole('region', { name: 'Next print' });
    show({ job: null });
    await page.setViewportSize(PANEL);
    await page.goto(`${station.url}/printers/${id}/${encodeURIComponent(NAME)}`);
    await expect(next).toContainText('No job loaded');
    await expectToFit(page, 'no job');

    show(JOB);
    await expect(next.getByRole('img', { name: `Next print on ${NAME}` })).toBeVisible();
    await expectToFit(page, 'printing');
    const picture = (await next.getByRole('img').boundingBox())!;
    expect(picture.width).toBeGreaterThan(SMALL_PANEL.width / 3);

    await page.getByRole('button', { name: 'Set up next job' }).click();
    await expect(page.getByRole('button', { name: 'Load job', exact: true })).toBeInViewport({ ratio: 1 });
    await expectToFit(page, 'setting up the next job');
    await page.getByRole('button', { name: 'Keep current job' }).click();

    show({ ...JOB, state: 'ERROR', ragStatus: 'RED', errors: ERRORS });
    await expect(page.getByRole('article', { name: `${NAME}: Printer error` }).first()).toBeVisible();
    await expectToFit(page, 'error');

    answerUnknownPrints(UNKNOWN);
    show({ ...JOB, state: 'ERROR', ragStatus: 'RED', errors: ['3 prints are unknown.'] });
    await expect(page.getByRole('region', { name: '3 prints with unknown result' })).toContainText('The printer did not confirm it.');
    await expectToFit(page, 'unknown prints');

    await plant.controller.kill();
    await expect(page.getByText(/No data since/).first()).toBeVisible();
    await expectToFit(page, 'disconnected');
    await plant.controller.start();
  });

  test('H12 what to do about an error is in view, above the question about the first print', async ({ page }) => {
    const { id } = await connectionWhen(await station.connect(), ({ state }) => state === 'online');
    const { job, ...status } = printing({ state: 'ERROR', ragStatus: 'RED', errors: ERRORS.slice(0, 1) });
    answerUnknownPrints([]);
    plant.set(NAME, { ...status, job: { ...job!, firstPrint: 3 } });
    const alarm = page.getByRole('article', { name: `${NAME}: Printer error` }).first();
    const check = page.getByRole('region', { name: 'First print' });
    for (const viewport of [PANEL, SMALL_PANEL]) {
      await page.setViewportSize(viewport);
      await page.goto(`${station.url}/printers/${id}/${encodeURIComponent(NAME)}`);
      await expect(check).toBeAttached();
      await expect(alarm.getByText('Clear the fault at the printer.')).toBeInViewport({ ratio: 1 });
      expect((await alarm.boundingBox())!.y).toBeLessThan((await check.boundingBox())!.y);
    }
  });
});
