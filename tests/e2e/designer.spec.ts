import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '#support/signed-in-test.ts';
import type { StationClient } from '#contract/station/index.ts';
import type { StationProcess } from '#support/station-process.ts';
import { startWithPrinters } from './start-with-printers.ts';

type Drawn = Record<string, unknown>;
interface Sample {
  width: number;
  height: number;
  objs: Drawn[];
}

const SAMPLES = JSON.parse(readFileSync(new URL('../../build/samples/labels.json', import.meta.url), 'utf8')) as Record<string, Sample>;
/** The buttons that add an object of a type. */
const KEYS: Readonly<Record<string, string>> = { Rect: 'Box', PolyLine: 'Line' };
/** The names of the fields, by the key in the document. */
const NUMBERS: Readonly<Record<string, string>> = {
  x: 'X (mm)',
  y: 'Y (mm)',
  width: 'Width (mm)',
  height: 'Height (mm)',
  lineWidth: 'Line width (mm)',
  cornerRadius: 'Corner radius (mm)',
  barWidth: 'Narrow bar width (mm)',
  barHeight: 'Bar height (mm)',
  moduleSize: 'Module size (mm)',
};
const CHOICES: Readonly<Record<string, string>> = {
  hAnchor: 'Horizontal anchor',
  vAnchor: 'Vertical anchor',
  vAlign: 'Text alignment (vertical)',
  humanReadable: 'Human-readable text',
  eccLevel: 'Error correction',
};
const WORDS: Readonly<Record<string, string>> = { CENTER: 'Centre', RIGHT: 'Right', BOTTOM: 'Bottom', BELOW: 'Below' };

let station: StationProcess;
let client: StationClient;

test.beforeAll(async () => {
  station = await startWithPrinters();
  client = await station.connect();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

const properties = (page: Page): Locator => page.getByRole('region', { name: /^(Object \d|Label$)/ });

async function fill(page: Page, name: string, value: string): Promise<void> {
  await properties(page).getByLabel(name, { exact: true }).fill(value);
}

/** Writes a text with fields; the editor closes braces automatically. */
async function write(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press('Escape');
}

async function writeElements(page: Page, apps: readonly { id: string; value: string }[]): Promise<void> {
  const drop = properties(page).getByRole('button', { name: /^Remove \(/ });
  for (let left = await drop.count(); left > 0; left -= 1) await drop.first().click();
  for (const { id, value } of apps) {
    await properties(page).getByRole('button', { name: 'Add an application identifier' }).click();
    await properties(page).getByRole('combobox', { name: 'Application identifier' }).fill(id);
    await properties(page)
      .getByRole('option', { name: new RegExp(`^\\(${id}\\)`) })
      .click();
    await write(properties(page).getByLabel(`Value of (${id})`, { exact: true }), value);
  }
}

async function writeFont(page: Page, { family, style, height }: Record<string, unknown>): Promise<void> {
  await properties(page).getByLabel('Font', { exact: true }).selectOption(String(family));
  await properties(page)
    .getByLabel('Style', { exact: true })
    .selectOption(String(style ?? ''));
  await fill(page, 'Font height (mm)', String(height));
}

/** Opens the rarely used properties, all groups of them. */
async function unfoldProperties(page: Page): Promise<void> {
  const folded = properties(page).locator('details:not([open]) summary');
  for (let left = await folded.count(); left > 0; left -= 1) await folded.first().click();
}

/** Enters one property of an object. */
async function writeProperty(page: Page, key: string, value: unknown): Promise<void> {
  const words = CHOICES[key];
  if (key in NUMBERS) return fill(page, NUMBERS[key] ?? '', String(value));
  if (words !== undefined) {
    await properties(page)
      .getByLabel(words, { exact: true })
      .selectOption({ label: WORDS[String(value)] ?? String(value) });
    return;
  }
  if (key === 'name') return fill(page, 'Name', String(value));
  if (key === 'points') return fill(page, 'Points: x y x y … (mm)', (value as number[]).join(' '));
  if (key === 'text') return write(properties(page).getByLabel('Text', { exact: true }), String(value));
  if (key === 'apps') return writeElements(page, value as { id: string; value: string }[]);
  if (key === 'font') return writeFont(page, value as Record<string, unknown>);
  throw new Error(`The designer has not drawn "${key}" yet.`);
}

async function draw(page: Page, object: Drawn, number: number): Promise<void> {
  const type = String(object['type']);
  await page
    .getByRole('group', { name: 'Add object' })
    .getByRole('button', { name: KEYS[type] ?? type, exact: true })
    .click();
  await expect(properties(page).getByRole('heading', { level: 2 })).toContainText(`Object ${number}`);
  await unfoldProperties(page);
  for (const [key, value] of Object.entries(object)) if (key !== 'type') await writeProperty(page, key, value);
  // New barcodes show their text by default; the sample does not.
  if (type === 'Code128' && object['humanReadable'] === undefined) await writeProperty(page, 'humanReadable', 'None');
}

async function newLabel(page: Page, name: string): Promise<void> {
  await page.goto(`${station.url}/labels`);
  await page.getByRole('button', { name: 'New label' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('application', { name: 'Label as printed' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(page.getByText('This label has no objects yet.')).toBeVisible();
}

/** The picture of a print at one fixed time. */
async function bitsOf(page: Page, name: string): Promise<Buffer> {
  const row = 'tableName=Products&keyColumn=GTIN&key=9521234510000';
  const address = `${station.url}/controllers/embedded/api/v3/labels/${encodeURIComponent(name)}/simulation?${row}&at=2026-11-30T10:00:00Z`;
  const answer = await page.request.get(address, { headers: { accept: 'image/png' } });
  expect(answer.status()).toBe(200);
  return answer.body();
}

for (const [name, sample] of Object.entries(SAMPLES)) {
  test(`the sample "${name}" is designed from scratch with identical keys and dots`, async ({ page }) => {
    test.slow();
    await newLabel(page, `My ${name}`);
    for (const side of ['width', 'height'] as const)
      await fill(page, side === 'width' ? 'Width (mm)' : 'Height (mm)', String(sample[side]));
    for (const [index, object] of sample.objs.entries()) await draw(page, object, index + 1);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`Label "My ${name}" saved.`).first()).toBeVisible();
    const stored = (label: string) => client.labels.get({ connection: 'embedded', name: label });
    expect(await stored(`My ${name}`)).toEqual(await stored(name));
    expect((await bitsOf(page, `My ${name}`)).equals(await bitsOf(page, name))).toBe(true);
  });
}

for (const [width, height] of [
  [1280, 800],
  [1024, 768],
] as const) {
  test(`the whole designer is in view on a screen of ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${station.url}/labels/Food%20case`);
    await expect(page.getByRole('application', { name: 'Label as printed' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
}
