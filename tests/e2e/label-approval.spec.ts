import type { StationClient } from '#contract/station/index.ts';
import { rpcClient, webSocketPort } from '#support/rpc-client.ts';
import { openStationSocket, signInTo } from '#support/sign-in.ts';
import { expect, test, type Page } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { startWithPrinters } from './start-with-printers.ts';

const LABEL = 'Can date code';
const ADA = { name: 'Ada', role: 'administrator', lines: null, isEnabled: true, secret: '482915' } as const;
const QUINN = { name: 'Quinn', role: 'quality', lines: null, isEnabled: true, secret: '739164' } as const;
const OLI = { name: 'Oli', role: 'operator', lines: null, isEnabled: true, secret: 'correct horse' } as const;
const version = { connection: 'embedded', name: LABEL };

let station: StationProcess;
/** Other screens, at which the author and the reviewer are signed in. */
let author: StationClient;
let reviewer: StationClient;

test.beforeAll(async () => {
  station = await startWithPrinters();
  [author, reviewer] = [await openScreen(), await openScreen()];
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

/** Another screen, at which another person can be signed in than in the browser of the test. */
async function openScreen(): Promise<StationClient> {
  const { headers } = await signInTo(station.dataFolder);
  return rpcClient(webSocketPort(await openStationSocket(station.url, headers)));
}

async function signIn(page: Page, { name, secret }: { name: string; secret: string }): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).selectOption(name);
  await dialog.getByLabel('PIN or password').fill(secret);
  await dialog.getByLabel('PIN or password').press('Enter');
  await expect(page.getByRole('banner').getByRole('button', { name: new RegExp(`^${name} `) })).toBeVisible();
}

async function takeOver(page: Page, person: { name: string; secret: string }): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Ada|Quinn|Oli) / })
    .click();
  await page.getByRole('menuitem', { name: 'Sign in as another person' }).click();
  await signIn(page, person);
}

async function openReview(page: Page, revision: number): Promise<void> {
  await page.goto(`${station.url}/labels/${encodeURIComponent(LABEL)}?tab=versions`);
  await page.getByRole('button', { name: `Review version ${revision}`, exact: true }).click();
}

test('H26 a label is approved by another person, and only its approved version is loaded', async ({ page }) => {
  const review = page.getByRole('dialog');

  await test.step('a plant approves what it prints today, and switches the rule on', async () => {
    await author.people.add(ADA);
    await author.people.add(QUINN);
    await author.people.add(OLI);
    await author.people.signIn(ADA);
    await reviewer.people.signIn(QUINN);
    await author.labels.submitForReview({ ...version, revision: 1, comment: '' });
    await reviewer.labels.decide({ ...version, revision: 1, decision: 'approve', comment: '', secret: QUINN.secret });
    await page.goto(`${station.url}/labels`);
    await page.getByRole('banner').getByRole('button', { name: 'Sign in', exact: true }).click();
    await signIn(page, QUINN);
    await page.getByLabel('On all printers of this controller').check();
    await expect(page.getByText('The rule for approved labels was changed.')).toBeVisible();
    await expect(page.getByRole('article').filter({ hasText: LABEL })).toContainText('Approved');
    await expect(page.getByRole('article').filter({ hasText: 'Pallet QR' })).toContainText('Not approved');
  });

  await test.step('the author saves a change and submits it, and cannot approve it', async () => {
    await page.goto(`${station.url}/labels/${encodeURIComponent(LABEL)}?tab=text`);
    await takeOver(page, ADA);
    const text = page.getByRole('textbox', { name: 'Label document' });
    await expect(text).toHaveValue(/"objs"/);
    await text.fill(JSON.stringify({ ...(JSON.parse(await text.inputValue()) as object), vOffset: 1 }));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/saved/i).first()).toBeVisible();
    await openReview(page, 2);
    await review.getByLabel('Comment').fill('New position');
    await review.getByRole('button', { name: 'Submit for review' }).click();
    await expect(page.getByText(`Version 2 of "${LABEL}" is in review.`)).toBeVisible();
    await page.getByRole('button', { name: 'Review version 2', exact: true }).click();
    await expect(review.getByText('Ada wrote or submitted this version: another person must decide.')).toBeVisible();
    await expect(review.getByRole('button', { name: 'Approve version 2' })).toBeHidden();
  });

  await test.step('the reviewer sees both versions with the differences, and signs with the PIN', async () => {
    await page.goto(`${station.url}/labels`);
    await takeOver(page, QUINN);
    await openReview(page, 2);
    for (const name of ['Picture of version 1', 'Picture of version 2', 'Differences between version 1 and version 2']) {
      await expect(review.getByRole('img', { name })).toBeVisible();
    }
    await expect(review.getByText('Everything can be drawn, and nothing was found.')).toBeVisible();
    await expect(review.getByText('Submitted by the author')).toBeVisible();
    await expect(review.getByText('I reviewed this label and approve it for printing.')).toBeVisible();
    await review.getByLabel('PIN or password of Quinn').fill('000001');
    await review.getByRole('button', { name: 'Approve version 2' }).click();
    await expect(review.getByRole('alert')).toContainText('PIN');
    await review.getByLabel('PIN or password of Quinn').fill(QUINN.secret);
    await review.getByRole('button', { name: 'Approve version 2' }).click();
    await expect(page.getByText(`Version 2 of "${LABEL}" is approved.`)).toBeVisible();
  });

  await test.step('an operator gets the approved version although a newer draft exists', async () => {
    const saved = await author.labels.get(version);
    await author.labels.put({ ...version, expected: saved, label: { ...(saved as object), vOffset: 2 } });
    await page.goto(`${station.url}/printers/embedded/Line%201`);
    await takeOver(page, OLI);
    await page.locator('label').filter({ hasText: LABEL }).click();
    await page.getByRole('button', { name: 'Load job', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Next print' })).toContainText(`${LABEL} · version 2`);
    await page.getByRole('button', { name: 'Trigger', exact: true }).click();
  });

  await test.step('an operator cannot switch the rule off', async () => {
    await page.goto(`${station.url}/labels`);
    await page.getByLabel('On all printers of this controller').click();
    await expect(page.getByRole('alert')).toContainText('The role of Oli does not include the permission "approve".');
    await expect(page.getByLabel('On all printers of this controller')).toBeChecked();
  });

  await test.step('a withdrawal names the running job, and the label can no longer be loaded', async () => {
    await reviewer.labels.decide({ ...version, revision: 1, decision: 'withdraw', comment: '', secret: QUINN.secret });
    await takeOver(page, QUINN);
    await openReview(page, 2);
    await review.getByLabel('PIN or password of Quinn').fill(QUINN.secret);
    await review.getByRole('button', { name: 'Withdraw version 2' }).click();
    await expect(review.getByText(/These jobs have begun and print this version until they end: Line 1/)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto(`${station.url}/printers/embedded/Line%202`);
    await takeOver(page, OLI);
    await page.locator('label').filter({ hasText: LABEL }).click();
    await page.getByRole('button', { name: 'Load job', exact: true }).click();
    await expect(page.getByRole('alert').first()).toContainText('Have a version of this label approved, or choose another label.');
  });
});
