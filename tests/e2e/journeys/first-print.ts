import { expect, type Page } from '@playwright/test';
import type { en } from '#renderer/locales/en.ts';
import type { Hands } from './hands.ts';

/*
 * What has to come is waited for, not expected: an expectation that is not met yet describes the whole page for its message, again and again,
 * and that is the longest task of all.
 */

/** The words of the page that these journeys read, in the language that it speaks. */
type PageWords = Pick<typeof en, 'printer' | 'queue'>;

const printed = (page: Page, { printer }: PageWords) =>
  page.getByRole('region', { name: printer.counters.title }).getByRole('definition').first();

const nextPrint = (page: Page, { printer }: PageWords) => page.getByRole('region', { name: printer.nextPrint.title });

async function openPrinter(page: Page, hands: Hands, name: string): Promise<void> {
  await hands.press(page.getByRole('link', { name, exact: true }));
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** What was selected is not there for whoever comes next. */
async function letGo(page: Page, hands: Hands, { printer }: PageWords): Promise<void> {
  await hands.press(page.getByRole('button', { name: printer.deselect.action, exact: true }));
  await hands.press(page.getByRole('alertdialog').getByRole('button', { name: printer.deselect.action }));
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: printer.deselect.action, exact: true })).toHaveCount(0);
}

/** From the monitor of a first start to a print of one of its labels on Line 1. */
export async function firstPrint(page: Page, hands: Hands, words: PageWords): Promise<void> {
  const { printer } = words;
  await openPrinter(page, hands, 'Line 1');
  await hands.pick(page.getByRole('radio', { name: 'Pallet QR', exact: true }));
  await hands.press(page.getByRole('button', { name: printer.select.action, exact: true }));
  await nextPrint(page, words).filter({ hasText: 'Pallet QR' }).waitFor();
  const before = Number(await printed(page, words).textContent());
  await hands.press(page.getByRole('button', { name: printer.actions.trigger, exact: true }));
  await expect(printed(page, words)).toHaveText(String(before + 1));
  await letGo(page, hands, words);
}

/** Two rows of a table on Line 2 with a checkpoint, printed, back to their beginning, and let go. */
export async function rowRange(page: Page, hands: Hands, words: PageWords): Promise<void> {
  const { printer, queue } = words;
  await openPrinter(page, hands, 'Line 2');
  await hands.pickTab(page.getByRole('tab', { name: printer.range.title }));
  await hands.choose(page.getByRole('combobox', { name: printer.select.table, exact: true }), 'Products');
  await hands.choose(page.getByRole('combobox', { name: printer.select.labelOfRow, exact: true }), 'Can date code');
  await hands.write(page.getByRole('textbox', { name: printer.range.first }), '2');
  await hands.write(page.getByRole('textbox', { name: printer.range.count }), '2');
  await hands.check(page.getByRole('checkbox', { name: printer.select.checkpoint }));
  await hands.press(page.getByRole('button', { name: printer.select.action, exact: true }));
  const before = Number(await printed(page, words).textContent());
  for (const count of [1, 2]) {
    await hands.press(page.getByRole('button', { name: printer.actions.trigger, exact: true }));
    await expect(printed(page, words)).toHaveText(String(before + count));
  }
  await hands.press(page.getByRole('button', { name: queue.return }));
  await hands.press(page.getByRole('alertdialog').getByRole('button', { name: queue.return }));
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await nextPrint(page, words).filter({ hasText: 'Can date code' }).waitFor();
  await letGo(page, hands, words);
}
