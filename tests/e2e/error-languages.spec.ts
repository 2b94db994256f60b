import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import { errorTexts, type StatusError } from '#contract/api-v3/status-error.ts';
import { expect, test, type Page } from '#support/signed-in-test.ts';
import { FakeController, STARTED } from '#support/fake-controller.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';

const LOST = statusError('no-connection', { address: '10.0.0.9:9100', time: '12:01:36' });
const OPEN = statusError('print-head-cover-open');
const UNKNOWN = statusError('prints-unknown', { n: 3 });
const LOW = statusError('ink-supply-low', { supply: 'K' });
const REFUSED = statusError('coder-refused-field', { field: 'Lot' });
const UNDRAWABLE = statusError('next-print-not-drawable', { reason: 'There is no variable "Lot".' });
const OFF = statusError('device-not-connected', { reason: 'connect ECONNREFUSED 10.0.0.9:9100' });
const DIFFERENT = statusError('ledger-rework-differs', { print: 7, original: 3 });
const ALL = [LOST, OPEN, UNKNOWN, LOW, REFUSED, UNDRAWABLE, OFF, DIFFERENT];
/** What a printer of another maker says: no catalogue has it. */
const OWN_WORDS = 'FILTER 7 DUE';

const INK = {
  ...{ state: 'STARTED', ragStatus: 'AMBER', level: 'LOW', supply: 'K', percent: 9 },
  ...{ errors: [], warnings: [LOW.text], warningDetails: [LOW] },
};
function inError(...errors: StatusError[]): object {
  return { ...STARTED, state: 'ERROR', ragStatus: 'RED', errors: errorTexts(errors), errorDetails: errors };
}

const STATUSES: Record<string, object> = {
  'Line 1': { ...STARTED, state: 'ERROR', ragStatus: 'RED', errors: [LOST.text], errorDetails: [LOST] },
  // A controller that knows only the specification sends the texts alone.
  'Line 2': { ...STARTED, state: 'ERROR', ragStatus: 'RED', errors: [OPEN.text, UNKNOWN.text], ink: [INK] },
  'Line 3': { ...STARTED, state: 'ERROR', ragStatus: 'RED', errors: [OWN_WORDS] },
  'Line 4': inError(REFUSED, UNDRAWABLE, OFF, DIFFERENT),
};

const LANGUAGES = [
  {
    locale: 'de',
    words: ['Keine Verbindung zu 10.0.0.9:9100 seit 12:01:36.', 'Die Abdeckung des Druckkopfs ist offen.'],
    count: 'Das Ergebnis von 3 Drucken ist unbekannt.',
    reasons: [
      'Der Drucker hat den Wert für das Feld „Lot“ abgelehnt',
      'Das Etikett lässt sich mit diesen Werten nicht zeichnen. Meldung des Controllers: There is no variable "Lot".',
      'Das Gerät ist nicht verbunden. Systemmeldung: connect ECONNREFUSED 10.0.0.9:9100',
      'Druck 7 ist als Ersatz für Druck 3 erfasst',
    ],
  },
  {
    locale: 'ar',
    words: ['10.0.0.9:9100', 'غطاء رأس الطباعة مفتوح.'],
    count: 'نتائج 3 طباعات مجهولة.',
    reasons: ['رفضت الطابعة قيمة الحقل', 'لا يمكن رسم الملصق بهذه القيم.', 'رسالة النظام:', 'لفريق الصيانة:'],
  },
];

let controller: FakeController;
let station: StationProcess;
let dataFolder: string;

test.beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'strobe-error-languages-'));
  controller = await new FakeController('one').start();
  controller.printers = Object.fromEntries(Object.keys(STATUSES).map((id) => [id, { id, type: 'Virtual' }]));
  controller.behaviour = ({ url = '' }, response) => {
    const [, name = ''] = /^\/api\/v3\/printers\/([^/]+)\/status$/.exec(url) ?? [];
    const status = STATUSES[decodeURIComponent(name)];
    if (!status) return false;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(status));
    return true;
  };
  station = await startStation({ flags: ['--no-embedded', '--controller', controller.url], dataFolder });
});

test.afterEach(async () => {
  expect(await station.stop()).toBe(0);
  await controller.kill();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** The page says none of the English texts, once it has said the words of its own language. */
async function expectTranslated(page: Page, words: readonly string[]): Promise<void> {
  const text = page.locator('body');
  for (const word of words) await expect(text).toContainText(word);
  for (const error of ALL) await expect(text).not.toContainText(error.text);
}

for (const { locale, words, count, reasons } of LANGUAGES) {
  test.describe(`H28 with the language ${locale}`, () => {
    test.use({ locale });

    test('the errors of printers are said in it, and the own words of a device are kept', async ({ page }) => {
      await page.goto(station.url);
      await expectTranslated(page, [...words, OWN_WORDS]);
      await page.goto(`${station.url}/alarms`);
      await expectTranslated(page, [...words, count, OWN_WORDS]);
      await page.goto(`${station.url}/wall`);
      await expectTranslated(page, words);
      await page.goto(station.url);
      await page.getByRole('link', { name: 'Line 2', exact: true }).first().click();
      await expectTranslated(page, words.slice(1));
      await page.goto(station.url);
      await page.getByRole('link', { name: 'Line 4', exact: true }).first().click();
      await expectTranslated(page, reasons);
    });
  });
}
