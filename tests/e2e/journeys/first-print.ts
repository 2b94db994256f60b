import { expect, type Page } from '@playwright/test';
import type { PageTexts } from '#support/page-texts.ts';
import type { InputMethod } from './input-methods.ts';

/*
 * What has to come is waited for, not expected: an expectation that is not met yet describes the whole page for its message, again and again,
 * and that is the longest task of all.
 */

/** The texts of the page that these journeys use, in its language. */
type PageWords = Pick<PageTexts, 'printer' | 'printerPage' | 'queue'>;

const printed = (page: Page, { printerPage }: PageWords) =>
  page.getByRole('region', { name: printerPage.counters.title }).getByRole('definition').first();

const nextPrint = (page: Page, { printer }: PageWords) => page.getByRole('region', { name: printer.nextPrint.title });

async function openPrinter(page: Page, input: InputMethod, name: string): Promise<void> {
  await input.press(page.getByRole('link', { name, exact: true }));
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** Deselects the job for the next test. */
async function deselect(page: Page, input: InputMethod, { printer }: PageWords): Promise<void> {
  await input.press(page.getByRole('button', { name: printer.deselect.action, exact: true }));
  await input.press(page.getByRole('alertdialog').getByRole('button', { name: printer.deselect.action }));
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: printer.deselect.action, exact: true })).toHaveCount(0);
}

/** From the monitor after a first start to a print of a label on Line 1. */
export async function firstPrint(page: Page, input: InputMethod, words: PageWords): Promise<void> {
  const { printer } = words;
  await openPrinter(page, input, 'Line 1');
  await input.pick(page.getByRole('radio', { name: 'Pallet QR', exact: true }));
  await input.press(page.getByRole('button', { name: printer.select.action, exact: true }));
  await nextPrint(page, words).filter({ hasText: 'Pallet QR' }).waitFor();
  const before = Number(await printed(page, words).textContent());
  await input.press(page.getByRole('button', { name: printer.actions.trigger, exact: true }));
  await expect(printed(page, words)).toHaveText(String(before + 1));
  await deselect(page, input, words);
}

/** Prints two rows of a table with a checkpoint on Line 2, returns to the checkpoint, and deselects. */
export async function rowRange(page: Page, input: InputMethod, words: PageWords): Promise<void> {
  const { printer, printerPage, queue } = words;
  await openPrinter(page, input, 'Line 2');
  await input.pickTab(page.getByRole('tab', { name: printerPage.range.title }));
  await input.choose(page.getByRole('combobox', { name: printerPage.select.table, exact: true }), 'Products');
  await input.choose(page.getByRole('combobox', { name: printer.select.labelOfRow, exact: true }), 'Can date code');
  await input.write(page.getByRole('textbox', { name: printerPage.range.first }), '2');
  await input.write(page.getByRole('textbox', { name: printerPage.range.count }), '2');
  await input.check(page.getByRole('checkbox', { name: printerPage.select.checkpoint }));
  await input.press(page.getByRole('button', { name: printer.select.action, exact: true }));
  const before = Number(await printed(page, words).textContent());
  for (const count of [1, 2]) {
    await input.press(page.getByRole('button', { name: printer.actions.trigger, exact: true }));
    await expect(printed(page, words)).toHaveText(String(before + count));
  }
  await input.pickTab(page.getByRole('tab', { name: queue.title }));
  await input.press(page.getByRole('button', { name: queue.return }));
  await input.press(page.getByRole('alertdialog').getByRole('button', { name: queue.return }));
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await input.pickTab(page.getByRole('tab', { name: printer.actions.title }));
  await nextPrint(page, words).filter({ hasText: 'Can date code' }).waitFor();
  await deselect(page, input, words);
}
