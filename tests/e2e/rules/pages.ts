import { expect, type Browser, type Page } from '@playwright/test';
import type { StationClient } from '#contract/station/index.ts';

export interface Place {
  name: string;
  address: string;
  /** Text or field name that is visible after loading. */
  settled: string;
}

/** Every page of the app after a first start. */
export const PAGES: readonly Place[] = [
  { name: 'monitor', address: '/', settled: 'Line 1' },
  { name: 'printer', address: '/printers/embedded/Line%201', settled: 'Counters' },
  { name: 'printer history', address: '/printers/embedded/Line%201?tab=history', settled: 'Nothing was printed in this period' },
  { name: 'printer settings', address: '/printers/embedded/Line%201?tab=settings', settled: 'Training' },
  { name: 'printer properties', address: '/printers/embedded/Line%201?tab=properties', settled: 'Identifier' },
  { name: 'prints', address: '/prints', settled: 'Text or code on the product' },
  { name: 'affected prints', address: '/prints/embedded/1/affected', settled: 'Affected prints' },
  { name: 'add-printer', address: '/add-printer', settled: 'Virtual printer' },
  { name: 'labels', address: '/labels', settled: 'Food case' },
  { name: 'label', address: '/labels/Food%20case', settled: 'Case code' },
  { name: 'label text', address: '/labels/Food%20case?tab=text', settled: 'Texts as currently printed' },
  { name: 'label tests', address: '/labels/Food%20case?tab=tests', settled: 'Add test' },
  { name: 'label versions', address: '/labels/Food%20case?tab=versions', settled: 'Version 1' },
  { name: 'label-acceptance', address: '/label-acceptance', settled: 'Nothing left to review' },
  { name: 'fonts', address: '/fonts', settled: 'DejaVu Sans Mono' },
  { name: 'tables', address: '/tables', settled: 'Products' },
  { name: 'table', address: '/tables/Products', settled: 'Search rows' },
  { name: 'preflight', address: '/tables/Products/preflight', settled: 'No pre-flight has been run' },
  { name: 'variables', address: '/variables', settled: 'Lot' },
  { name: 'counters', address: '/counters', settled: 'New counter' },
  { name: 'shift codes', address: '/shift-codes', settled: 'New shift code' },
  { name: 'dates', address: '/dates', settled: 'Time zone' },
  { name: 'orders', address: '/orders', settled: 'No orders in progress' },
  { name: 'order folders', address: '/order-folders', settled: 'No folders' },
  { name: 'printers', address: '/printers', settled: 'Strobe V70' },
  { name: 'lines', address: '/lines', settled: 'Add line' },
  { name: 'stop rules', address: '/line-stops', settled: 'No lines with stop rules' },
  { name: 'readers', address: '/readers', settled: 'No readers' },
  { name: 'plant', address: '/plant', settled: 'No plant is set up.' },
  { name: 'MQTT Sparkplug', address: '/sparkplug', settled: 'No printer takes commands.' },
  { name: 'webhooks', address: '/webhooks', settled: 'No webhooks' },
  { name: 'e-mail', address: '/email', settled: 'No rules' },
  { name: 'signals', address: '/signals', settled: 'No signal devices' },
  { name: 'connections', address: '/connections', settled: 'Last contact' },
  { name: 'backups', address: '/backups', settled: 'Back up now' },
  { name: 'updates', address: '/updates', settled: 'Install a new version in the same way' },
  { name: 'station backups', address: '/station-backups', settled: 'Set-up file' },
  { name: 'people', address: '/people', settled: 'Add the first person' },
  { name: 'network', address: '/network', settled: 'Wall screens' },
  { name: 'diagnostics', address: '/diagnostics', settled: 'Prepare support file' },
  { name: 'API keys', address: '/api-keys', settled: 'station of this computer' },
  { name: 'audit log', address: '/audit-log', settled: 'Person (whole name)' },
  { name: 'audit report', address: '/audit-log/report', settled: 'Made by' },
  { name: 'alarms', address: '/alarms', settled: 'No alarms' },
  { name: 'unsaved-edits', address: '/unsaved-edits', settled: 'No unsaved edits' },
  { name: 'event-log', address: '/event-log', settled: 'Station started' },
  { name: 'display settings', address: '/display', settled: 'True size' },
  { name: 'scanner', address: '/scanner', settled: 'Confirmation barcode' },
  { name: 'help', address: '/help', settled: 'Take the tour' },
  { name: 'gallery', address: '/gallery', settled: 'Dialogs' },
  { name: 'missing', address: '/nowhere', settled: 'Page not found' },
];

/** The tabs of the page of a line "Filling", which a first start does not have. */
export const LINE_PAGES: readonly Place[] = [
  { name: 'line', address: '/lines/Filling', settled: 'Load a job on all' },
  { name: 'changeover', address: '/lines/Filling?tab=changeover', settled: 'Start changeover' },
  { name: 'power failure', address: '/lines/Filling?tab=power', settled: 'Nothing is left from a power failure' },
  { name: 'downtime', address: '/lines/Filling?tab=downtime', settled: 'Downtime is recorded by the lines of a controller' },
  { name: 'start of shift', address: '/lines/Filling?tab=shift', settled: 'Write a note' },
];

/** Groups both printers of a first start to the line "Filling". */
export async function addLine({ lines }: StationClient, connection: string): Promise<void> {
  await lines.add({ name: 'Filling', printers: ['Line 1', 'Line 2'].map((printer) => ({ connection, printer })) });
}

/** Preferences of a screen; absent ones are those of a new screen. */
export interface ScreenPreferences {
  theme?: 'light' | 'dark' | 'contrast';
  palette?: 'calm' | 'classic';
  gloves?: boolean;
  pxPerMm?: number;
}

/** Applies these preferences to every page opened from now on. */
export async function choose(page: Page, choices: ScreenPreferences): Promise<void> {
  await page.addInitScript((chosen) => {
    for (const [name, value] of Object.entries(chosen)) localStorage.setItem(`strobe.${name}`, JSON.stringify(value));
  }, choices);
}

/** Resolves when the station of a first start shows its printers. */
export async function awaitPrinters(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const line = page.getByRole('article', { name: 'Line 1', exact: true });
  await line.filter({ hasText: /Ready|Printing/ }).waitFor();
}

/** A screen for visiting several pages after the printers are available; a new one for each page would take longer. */
export async function openScreen(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext();
  const screen = await context.newPage();
  await awaitPrinters(screen, url);
  return screen;
}

/** Opens a page on a used screen as on a new one without preferences. */
export async function openAsNew(screen: Page, url: string, place: Place): Promise<void> {
  await screen.evaluate(() => localStorage.clear());
  await open(screen, url, place);
}

export async function open(page: Page, url: string, { address, settled }: Place): Promise<void> {
  await page.goto(url + address);
  await expect(page.getByText(settled).or(page.getByLabel(settled)).first()).toBeVisible();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}
