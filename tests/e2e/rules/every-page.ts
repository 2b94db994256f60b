import { expect, type Browser, type Page } from '@playwright/test';

export interface Place {
  name: string;
  address: string;
  /** What stands there once it has loaded: a text or the name of a field. */
  settled: string;
}

/** Every page of the app, as a first start shows it. */
export const PLACES: readonly Place[] = [
  { name: 'monitor', address: '/', settled: 'Line 1' },
  { name: 'printer', address: '/printers/embedded/Line%201', settled: 'Counters' },
  { name: 'prints', address: '/printers/embedded/Line%201/prints', settled: 'Text or code on the product' },
  { name: 'labels', address: '/labels', settled: 'Food case' },
  { name: 'label', address: '/labels/Food%20case', settled: 'Case code' },
  { name: 'label text', address: '/labels/Food%20case?tab=text', settled: 'Simulation' },
  { name: 'label tests', address: '/labels/Food%20case?tab=tests', settled: 'Add a test' },
  { name: 'label versions', address: '/labels/Food%20case?tab=versions', settled: 'Version 1' },
  { name: 'label proofs', address: '/label-proofs', settled: 'Nothing is left to be looked at' },
  { name: 'fonts', address: '/fonts', settled: 'DejaVu Sans Mono' },
  { name: 'tables', address: '/tables', settled: 'Products' },
  { name: 'table', address: '/tables/Products', settled: 'Search rows' },
  { name: 'preflight', address: '/tables/Products/preflight', settled: 'Nothing has been looked at yet' },
  { name: 'variables', address: '/variables', settled: 'Lot' },
  { name: 'counters', address: '/variables?tab=counters', settled: 'New counter' },
  { name: 'shift codes', address: '/variables?tab=shiftCodes', settled: 'New shift code' },
  { name: 'dates', address: '/variables?tab=dates', settled: 'Time zone' },
  { name: 'connections', address: '/connections', settled: 'This computer' },
  { name: 'backups', address: '/backups', settled: 'Back up now' },
  { name: 'alarms', address: '/alarms', settled: 'No alarms' },
  { name: 'drafts', address: '/drafts', settled: 'No drafts' },
  { name: 'journal', address: '/alarms?tab=journal', settled: 'Station started' },
  { name: 'display settings', address: '/settings', settled: 'True size' },
  { name: 'gallery', address: '/gallery', settled: 'Dialogs' },
  { name: 'missing', address: '/nowhere', settled: 'There is no such page' },
];

/** What a person chose on this screen; what is left out stays as on a new screen. */
export interface Choices {
  theme?: 'light' | 'dark' | 'contrast';
  palette?: 'calm' | 'classic';
  gloves?: boolean;
  pxPerMm?: number;
}

/** Every page opened from now on is one where this was chosen. */
export async function choose(page: Page, choices: Choices): Promise<void> {
  await page.addInitScript((chosen) => {
    for (const [name, value] of Object.entries(chosen)) localStorage.setItem(`strobe.${name}`, JSON.stringify(value));
  }, choices);
}

/** Resolves once the station of a first start shows its printers. */
export async function awaitPrinters(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const line = page.getByRole('article', { name: 'Line 1', exact: true });
  await line.filter({ hasText: /Ready|Printing/ }).waitFor();
}

/** A screen for one page after the other, once the station of a first start has its printers: a new one for each takes longer than the looking. */
export async function openScreen(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext();
  const screen = await context.newPage();
  await awaitPrinters(screen, url);
  return screen;
}

/** Opens a page on a screen that showed others before, as on one where nothing was chosen yet. */
export async function openAsNew(screen: Page, url: string, place: Place): Promise<void> {
  await screen.evaluate(() => localStorage.clear());
  await open(screen, url, place);
}

export async function open(page: Page, url: string, { address, settled }: Place): Promise<void> {
  await page.goto(url + address);
  await expect(page.getByText(settled).or(page.getByLabel(settled)).first()).toBeVisible();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}
