import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#support/signed-in-test.ts';
import { pageTexts } from '#support/page-texts.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';

let station: StationProcess;

/** An Italian file that lacks the words of ages and all texts of tables. */
function italian(): object {
  const { tables: _tables, app, ...others } = pageTexts('en');
  const { nav, age: _age, ...rest } = app;
  return { $name: 'Italiano', $direction: 'ltr', ...others, app: { ...rest, nav: { ...nav, system: 'Sistema' } } };
}

test.beforeAll(async () => {
  station = await startStation();
  const folder = join(station.dataFolder, 'languages');
  mkdirSync(folder);
  writeFileSync(join(folder, 'it.json'), JSON.stringify(italian()));
  writeFileSync(join(folder, 'pt.json'), '{ "$name": "Português"');
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

test('H28 a language from a file of the station is chosen, kept, and shown in English where it has no text', async ({ page }) => {
  await page.goto(`${station.url}/settings`);
  await page.getByText(/Italiano \(\d+ texts in English\)/).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
  await expect(page.getByText('Português')).toHaveCount(0);
  const system = page.getByRole('link', { name: 'Sistema', exact: true });
  await expect(system).toBeVisible();
  await page.reload();
  await expect(system).toBeVisible();
  await page.goto(`${station.url}/tables`);
  await expect(page.getByRole('heading', { name: 'Tables', level: 1 })).toBeVisible();
});
