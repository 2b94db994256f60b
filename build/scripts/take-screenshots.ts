/**
 * `npm run screenshots`: draws the pictures of the README. Runs a station of its own with the samples of a first start, lets
 * a line print, and photographs the monitor and the printer page. Needs a Chromium.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from 'playwright';
import { findChromium } from './find-chromium.ts';

const ROOT = join(import.meta.dirname, '../..');
const PICTURES = join(ROOT, 'build/pictures');
const LABEL_ROW = { label: 'Food case', table: 'Products', row: 'Ketchup' };

function startStation(folder: string): ChildProcess {
  const flags = ['--data', folder, '--port', '0', '--controller-port', '0'];
  return spawn(process.execPath, [join(ROOT, 'electron/headless.ts'), ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function addressOf(station: ChildProcess): Promise<string> {
  if (!station.stdout) throw new Error('the station has no output');
  const [line] = (await once(createInterface(station.stdout), 'line')) as [string];
  return line.replace('station listening on ', '');
}

/** Selects a row of the sample table on Line 1 and lets its conveyor run until a good few labels are printed. */
async function printOnLineOne(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Line 1', exact: true }).click();
  await page.getByRole('tab', { name: 'Table row' }).click();
  await page.getByRole('combobox', { name: 'Table', exact: true }).selectOption({ label: LABEL_ROW.table });
  await page.getByRole('row', { name: LABEL_ROW.row }).click();
  await page.getByRole('combobox', { name: 'Label', exact: true }).selectOption({ label: LABEL_ROW.label });
  await page.getByRole('textbox', { name: 'Copies' }).fill('500');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('img', { name: 'Next print on Line 1' }).waitFor();
  await page.getByRole('textbox', { name: 'Products per minute' }).fill('120');
  await page.getByRole('button', { name: 'Start conveyor' }).click();
  const printed = page.getByRole('region', { name: 'Counters' }).getByRole('definition').first();
  await printed.filter({ hasText: /^([5-9]\d|\d{3,})$/ }).waitFor({ timeout: 120_000 });
}

async function main(): Promise<void> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium was found: run `node build/scripts/ensure-browser.ts` first.');
  const folder = mkdtempSync(join(tmpdir(), 'strobe-pictures-'));
  mkdirSync(PICTURES, { recursive: true });
  const station = startStation(folder);
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  try {
    const address = await addressOf(station);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light', locale: 'en-GB' });
    await page.goto(address);
    await page.getByRole('article', { name: 'Line 1' }).filter({ hasText: 'Ready' }).waitFor({ timeout: 60_000 });
    await printOnLineOne(page);
    await page.evaluate('scrollTo(0, 0)');
    await page.screenshot({ path: join(PICTURES, 'printer.png') });
    await page.getByRole('link', { name: 'Monitor', exact: true }).first().click();
    await page.getByRole('img', { name: 'Next print on Line 1' }).waitFor();
    await page.screenshot({ path: join(PICTURES, 'monitor.png') });
  } finally {
    await browser.close();
    station.kill('SIGTERM');
    await once(station, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
