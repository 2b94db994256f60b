import type { StationClient } from '#contract/station/index.ts';
import { freePort } from '#support/free-port.ts';
import { rpcClient, webSocketPort } from '#support/rpc-client.ts';
import { openStationSocket, signInTo } from '#support/sign-in.ts';
import { expect, test, type Browser, type Locator, type Page } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { scan } from '#support/wedge.ts';
import { startWithPrinters } from './start-with-printers.ts';

/** A change of a label from its author to the product, over several computers. */

const LABEL = 'Food case';
const KETCHUP = '9521234510000';
/** How long the picture has to be on the screen before a scan confirms it, in milliseconds. */
const SEEN_FOR = 1_000;
const ADA = { name: 'Ada', role: 'administrator', lines: null, isEnabled: true, secret: '482915' } as const;
const QUINN = { name: 'Quinn', role: 'quality', lines: null, isEnabled: true, secret: '739164' } as const;
const OLI = { name: 'Oli', role: 'operator', lines: null, isEnabled: true, secret: 'correct horse' } as const;

let station: StationProcess;
let port: number;

test.beforeAll(async () => {
  station = await startWithPrinters();
  port = await freePort();
  const administrator = await openScreen();
  for (const person of [ADA, QUINN, OLI]) {
    await administrator.people.add(person);
    if (person === ADA) await administrator.people.signIn(ADA);
  }
  await administrator.network.putPage({ page: { host: '127.0.0.1', port, names: [], certificate: 'own' } });
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

/** A screen of the station's computer without a browser. */
async function openScreen(): Promise<StationClient> {
  const { headers } = await signInTo(station.dataFolder);
  return rpcClient(webSocketPort(await openStationSocket(station.url, headers)));
}

/** A browser on another computer, over TLS, at which the person is signed in. */
async function openTablet(browser: Browser, { name, secret }: { name: string; secret: string }): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: `https://127.0.0.1:${port}`, locale: 'en-GB' });
  const tablet = await context.newPage();
  await tablet.goto('/');
  await tablet.getByLabel('Name', { exact: true }).fill(name);
  await tablet.getByLabel('PIN or password', { exact: true }).fill(secret);
  await button(tablet, 'Sign in').click();
  await expect(tablet.getByRole('banner').getByRole('button', { name: new RegExp(`^${name} `) })).toBeVisible();
  return tablet;
}

async function signInHere(page: Page, { name, secret }: { name: string; secret: string }): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign in', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).selectOption(name);
  await dialog.getByLabel('PIN or password').fill(secret);
  await dialog.getByLabel('PIN or password').press('Enter');
  await expect(dialog).toBeHidden();
}

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });

/** Waits for the picture of what will print, and moves the page's clock on by as long as it has to be on the screen. */
async function seen(page: Page): Promise<void> {
  await expect(page.getByRole('img', { name: /^Next print: / })).toBeVisible();
  await page.evaluate((passed) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + passed;
  }, SEEN_FOR);
}

async function openReview(page: Page, revision: number): Promise<Locator> {
  await page.goto(`/labels/${encodeURIComponent(LABEL)}?tab=versions`);
  await button(page, `Review version ${revision}`).click();
  return page.getByRole('dialog');
}

test('H26 H31 an author changes a label, another person approves it over TLS, and an operator scans, checks and prints it', async ({
  page,
  browser,
}) => {
  const quinn = await openTablet(browser, QUINN);
  const oli = await openTablet(browser, OLI);

  await test.step('the plant prints approved labels only', async () => {
    await quinn.goto('/labels');
    await quinn.getByLabel('On all printers of this controller').check();
    await expect(quinn.getByText('The rule for approved labels was changed.')).toBeVisible();
  });

  await test.step('the author changes the label at the computer of the station, submits it, and cannot approve it', async () => {
    await page.goto(`${station.url}/labels/${encodeURIComponent(LABEL)}?tab=text`);
    await signInHere(page, ADA);
    const text = page.getByRole('textbox', { name: 'Label document' });
    await expect(text).toHaveValue(/"objs"/);
    await text.fill((await text.inputValue()).replace('BEST BEFORE', 'USE BY'));
    await button(page, 'Save').click();
    await expect(page.getByText(/saved/i).first()).toBeVisible();
    await page.goto(`${station.url}/labels/${encodeURIComponent(LABEL)}?tab=versions`);
    await button(page, 'Review version 2').click();
    await page.getByRole('dialog').getByLabel('Comment').fill('Meat: a use-by date');
    await button(page.getByRole('dialog'), 'Submit for review').click();
    await expect(page.getByText(`Version 2 of "${LABEL}" is in review.`)).toBeVisible();
    await button(page, 'Review version 2').click();
    await expect(page.getByText('Ada wrote or submitted this version: another person must decide.')).toBeVisible();
    await expect(button(page, 'Approve version 2')).toBeHidden();
  });

  await test.step('an operator cannot load it yet', async () => {
    await oli.goto('/printers/embedded/Line%201');
    await expect(oli.getByRole('heading', { name: 'Line 1', level: 1 })).toBeVisible();
    await scan(oli, `]C101${KETCHUP.padStart(14, '0')}`);
    const sheet = oli.getByRole('dialog');
    await sheet.getByRole('combobox', { name: 'Label' }).selectOption({ label: LABEL });
    await expect(sheet).toContainText('Have a version of this label approved, or choose another label.');
    await oli.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  await test.step('the reviewer sees what differs on the tablet, and signs with the PIN', async () => {
    const review = await openReview(quinn, 2);
    await expect(review.getByRole('img', { name: 'Picture of version 2' })).toBeVisible();
    await expect(review.getByText('Everything can be drawn, and nothing was found.')).toBeVisible();
    await review.getByLabel('PIN or password of Quinn').fill(QUINN.secret);
    await button(review, 'Approve version 2').click();
    await expect(quinn.getByText(`Version 2 of "${LABEL}" is approved.`)).toBeVisible();
  });

  await test.step('the operator scans the product, checks the first print, and approves it', async () => {
    await scan(oli, `]C101${KETCHUP.padStart(14, '0')}`);
    const sheet = oli.getByRole('dialog');
    await sheet.getByRole('combobox', { name: 'Label' }).selectOption({ label: LABEL });
    await expect(button(sheet, 'Load on Line 1')).toBeEnabled();
    await seen(oli);
    await scan(oli, KETCHUP);
    await expect(oli.getByRole('heading', { name: 'First-article check' })).toBeVisible();
    await button(sheet, 'Print first one').click();
    await expect(sheet.getByRole('img', { name: 'First print on Line 1' })).toBeVisible();
    await expect(sheet.getByRole('status')).toContainText('1 printed');
    await button(sheet, 'Approve').click();
    await expect(sheet).toHaveCount(0);
    await expect(oli.getByRole('region', { name: 'Next print' })).toContainText(`${LABEL} · version 2`);
  });

  await test.step('the withdrawn version is refused', async () => {
    const review = await openReview(quinn, 2);
    await review.getByLabel('PIN or password of Quinn').fill(QUINN.secret);
    await button(review, 'Withdraw version 2').click();
    await expect(review.getByText(/These jobs have begun and print this version until they end: Line 1/)).toBeVisible();
    await oli.goto('/printers/embedded/Line%202');
    await expect(oli.getByRole('heading', { name: 'Line 2', level: 1 })).toBeVisible();
    await scan(oli, `]C101${KETCHUP.padStart(14, '0')}`);
    const sheet = oli.getByRole('dialog');
    await sheet.getByRole('combobox', { name: 'Label' }).selectOption({ label: LABEL });
    await expect(sheet).toContainText('Have a version of this label approved, or choose another label.');
  });

  await test.step('the audit report names both people and the signature, and is printed as a PDF', async () => {
    await page.goto(`${station.url}/audit-log`);
    await page.getByLabel('Log of').selectOption('embedded');
    await page.getByLabel('Label (whole name)').fill(LABEL);
    await page.getByRole('link', { name: 'Report', exact: true }).click();
    const report = page.getByRole('article');
    await expect(report.getByText('Whole: records').first()).toBeVisible();
    // Submitted, approved, withdrawn: each record has a row of its own and one with its details.
    await expect(report.getByRole('row').filter({ hasText: '/approval' })).toHaveCount(6);
    for (const name of ['Ada', 'Quinn']) await expect(report.getByRole('row').filter({ hasText: name }).first()).toBeVisible();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
