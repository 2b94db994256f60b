import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StationClient } from '#contract/station/index.ts';
import { collectionOf, madeFont } from '#support/made-fonts.ts';
import { textLabel } from '#support/open-service.ts';
import { expect, test } from '#support/signed-in-test.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { awaitPrinters } from './rules/pages.ts';

const CHINESE = '产品名称生产日期保质期至批号年月日汉语';
const HAN = madeFont({ family: 'Made Han', characters: CHINESE, licence: 'Free for all' });
const THAI = madeFont({ family: 'Made Thai', characters: 'วันหมดอายุ' });

let home: string;
let station: StationProcess;
let client: StationClient;

test.beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'strobe-home-'));
  mkdirSync(join(home, 'fonts'));
  writeFileSync(join(home, 'fonts', 'made.ttc'), collectionOf([HAN, THAI]));
  station = await startStation({ env: { XDG_DATA_HOME: home, XDG_DATA_DIRS: join(home, 'none') } });
  client = await station.connect();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
  rmSync(home, { recursive: true, force: true });
});

/** Begins with these fallback fonts, whatever other tests did. */
async function useFallback(...families: string[]): Promise<void> {
  const settings = await client.settings.get({ connection: 'embedded' });
  const fallbackFonts = families.map((family) => ({ family, style: 'Regular' }));
  await client.settings.put({ connection: 'embedded', settings: { ...settings, fallbackFonts } });
}

test('a missing character leads to a font of the computer that has it, and the label is drawn', async ({ page }) => {
  await awaitPrinters(page, station.url);
  await useFallback();
  await client.labels.put({ connection: 'embedded', name: 'Sauce', label: { ...textLabel('LOT 批号') }, expected: null });
  await page.goto(`${station.url}/labels/Sauce`);
  const help = page.getByRole('button', { name: 'Find a font with “批”' }).first();
  await help.click();
  const dialog = page.getByRole('dialog', { name: 'No font for “批”' });
  await expect(dialog).toContainText('U+6279');
  await dialog.getByRole('button', { name: 'Use Made Han Regular' }).click();
  await expect(dialog).toBeHidden();
  await expect(help).toBeHidden();
  await expect
    .poll(async () => (await client.settings.get({ connection: 'embedded' })).fallbackFonts)
    .toEqual([{ family: 'Made Han', style: 'Regular' }]);
});

test('a character that no font of the computer has leads to what to install', async ({ page }) => {
  await awaitPrinters(page, station.url);
  await useFallback();
  await client.labels.put({ connection: 'embedded', name: 'Rice', label: { ...textLabel('米') }, expected: null });
  await page.goto(`${station.url}/labels/Rice`);
  await page.getByRole('button', { name: 'Find a font with “米”' }).first().click();
  await expect(page.getByRole('dialog', { name: 'No font for “米”' })).toContainText('fonts-noto-cjk');
});

test('fonts of the computer are searched, filtered by script, added and used as fallback fonts', async ({ page }) => {
  await awaitPrinters(page, station.url);
  await useFallback('Arimo');
  await page.goto(`${station.url}/fonts`);
  const system = page.getByRole('region', { name: 'Fonts of the controller’s computer' });
  await system.getByRole('combobox', { name: 'Script' }).selectOption({ label: 'Thai' });
  await expect(system.getByRole('listitem')).toHaveCount(1);
  await system.getByRole('button', { name: 'Add Made Thai Regular' }).click();
  await expect(system.getByText('Added', { exact: true })).toBeVisible();
  const fallback = page.getByRole('region', { name: 'Fallback fonts' });
  await fallback.getByRole('combobox', { name: 'Add fallback font' }).selectOption('Made Thai Regular');
  await fallback.getByRole('button', { name: 'Move Made Thai Regular up' }).click();
  await expect(fallback.getByRole('listitem').first()).toContainText('Made Thai Regular');
  await fallback.getByRole('button', { name: 'Remove Made Thai Regular from the fallback fonts' }).click();
  await expect(fallback.getByRole('listitem')).toHaveCount(1);
});
