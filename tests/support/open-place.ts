import type { Page } from '@playwright/test';

/** Pages that a place of the bar lists, and that place. */
const LISTED: Readonly<Record<string, 'Data' | 'System'>> = { Tables: 'Data', Variables: 'Data', Connections: 'System' };

/** Opens a place of the bar, or a page that one of them lists, by their links. */
export async function openPlace(page: Page, name: string): Promise<void> {
  const place = LISTED[name];
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: place ?? name, exact: true })
    .click();
  if (place) await page.getByRole('main').getByRole('navigation').getByRole('link', { name, exact: true }).click();
}
