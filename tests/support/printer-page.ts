import type { Page } from '@playwright/test';

/** The tabs of the page of a printer. */
export type PrinterTab = 'Operate' | 'Queue' | 'Prints' | 'History' | 'Settings' | 'Properties';

/** The key of a tab of the page of a printer; the one of the queue may tell the number of waiting jobs. */
export function printerTab(page: Page, name: PrinterTab) {
  return page.getByRole('tab', { name: new RegExp(String.raw`^${name}( \(\d+\))?$`) });
}

/** Opens a tab of the page of a printer. */
export async function openPrinterTab(page: Page, name: PrinterTab): Promise<void> {
  await printerTab(page, name).click();
}
