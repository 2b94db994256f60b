import { expect, test, type Page } from '#support/signed-in-test.ts';
import { OtherSpecificationController } from '#support/other-specification-controller.ts';
import { SpecificationController } from '#support/specification-controller.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { openPrinterTab } from '#support/printer-page.ts';
import { openPlace } from '#support/open-place.ts';

const MILK = {
  format: 3,
  width: 40,
  height: 20,
  objs: [{ type: 'Text', x: 1, y: 1, text: 'Best before {YEAR}', font: { family: 'Arial', height: 3 } }],
};

/** Two controllers that were written independently from the text of the specification. */
const CONTROLLERS = [SpecificationController, OtherSpecificationController];

let controller: SpecificationController | OtherSpecificationController;
let station: StationProcess;

const open = (page: Page, link: string): Promise<void> => page.getByRole('link', { name: link, exact: true }).first().click();

async function openPrinter(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dock 7', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Dock 7', level: 1 })).toBeVisible();
}

for (const Controller of CONTROLLERS) {
  test.describe(Controller.name, () => {
    test.beforeEach(async ({ page }) => {
      controller = new Controller();
      controller.printers.set('Dock 7', { id: 'Dock 7', type: 'J-900', dpi: 600, phases: 3 });
      controller.labels.set('Milk', MILK);
      controller.tables.set('Products', {
        columns: ['GTIN', 'Name'],
        rows: Array.from({ length: 250 }, (_, n) => [`${1000 + n}`, `Milk ${n}`]),
      });
      controller.tables.set('Foreign', { recordset: [{ sku: 1 }] });
      controller.variables.set('Lot', { value: 'A1', description: 'Lot number', userEdit: true });
      station = await startStation({ flags: ['--no-embedded', '--controller', await controller.start()] });
      await page.goto(station.url);
    });

    test.afterEach(async () => {
      expect(await station.stop()).toBe(0);
      await controller.stop();
    });

    test('labels of a specification-only controller are listed, read, created, changed and deleted', async ({ page }) => {
      await openPlace(page, 'Labels');
      await open(page, 'Milk');
      await page.getByRole('tab', { name: 'JSON', exact: true }).click();
      const text = page.getByRole('textbox', { name: 'Label document' });
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await expect(page.getByText('Renaming is not supported by this controller.')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(text).toHaveValue(/"width": 40/);
      await text.fill(JSON.stringify({ ...MILK, width: 55 }));
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect.poll(() => controller.labels.get('Milk')).toEqual({ ...MILK, width: 55 });

      await openPlace(page, 'Labels');
      await page.getByRole('button', { name: 'New label' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Whey');
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      await expect(page.getByRole('heading', { name: 'Whey', level: 1 })).toBeVisible();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect.poll(() => [...controller.labels.keys()]).toEqual(['Milk']);
    });

    test('the simulation of a specification-only controller is drawn from its resolved texts, with a row as well', async ({ page }) => {
      await openPlace(page, 'Labels');
      await open(page, 'Milk');
      await page.getByRole('tab', { name: 'JSON', exact: true }).click();
      const simulation = page.getByRole('region', { name: 'Preview', exact: true });
      await expect(simulation).toContainText('Drawn by Strobe; the print may differ');
      await expect(simulation.getByRole('img', { name: 'Milk' })).toBeVisible();
      await expect(simulation).toContainText(`Best before ${new Date().getFullYear()}`);
      await simulation.getByRole('button', { name: 'Choose row' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Table' }).selectOption('Products');
      await dialog.getByRole('row', { name: /1003/ }).click();
      await expect(simulation).toContainText('Products: GTIN 1003');
    });

    test('tables of a specification-only controller are read by rows, changed as JSON, created and deleted', async ({ page }) => {
      await openPlace(page, 'Tables');
      await open(page, 'Products');
      await expect(page.getByText('250 rows')).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search rows' }).fill('milk 24');
      await expect(page.getByRole('status').filter({ hasText: '11 rows' })).toBeVisible();
      await page.getByRole('tab', { name: 'JSON' }).click();
      await page.getByRole('textbox', { name: 'Table document' }).fill('{ "columns": ["GTIN"], "rows": [["7"]] }');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Save', exact: true }).click();
      await expect.poll(() => controller.tables.get('Products')).toEqual({ columns: ['GTIN'], rows: [['7']] });

      await openPlace(page, 'Tables');
      await page.getByRole('button', { name: 'New table' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Table name' }).fill('Pallets');
      await page.getByRole('dialog').getByRole('textbox', { name: 'First column' }).fill('SSCC');
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      await expect(page.getByRole('heading', { name: 'Pallets', level: 1 })).toBeVisible();
      expect(controller.tables.get('Pallets')).toEqual({ columns: ['SSCC'], rows: [] });
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('textbox', { name: 'Type Pallets to confirm' }).fill('Pallets');
      await page.getByRole('alertdialog').getByRole('textbox', { name: 'Reason' }).fill('out of season');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect.poll(() => controller.tables.has('Pallets')).toBe(false);
    });

    test('a CSV file is imported and single cells are edited on a specification-only controller', async ({ page }) => {
      await openPlace(page, 'Tables');
      await expect(page.getByRole('columnheader', { name: 'Usage' })).toHaveCount(0);
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({
          name: 'Cheese.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from('GTIN;Name\n1;Brie\n2;Feta\n'),
        });
      await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Cheese', level: 1 })).toBeVisible();
      await page.getByRole('gridcell', { name: 'Feta' }).dblclick();
      await page.getByRole('gridcell').getByRole('textbox').fill('Feta light');
      await page.keyboard.press('Enter');
      const rows = (second: string) => ({
        columns: ['GTIN', 'Name'],
        rows: [
          ['1', 'Brie'],
          ['2', second],
        ],
      });
      await expect.poll(() => controller.tables.get('Cheese')).toEqual(rows('Feta light'));
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => controller.tables.get('Cheese')).toEqual(rows('Feta'));
      await page.getByRole('button', { name: 'Add row' }).click();
      await expect(page.getByRole('status').filter({ hasText: '3 rows' })).toBeVisible();
      await page.getByRole('button', { name: 'Row', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Delete row' }).click();
      await expect.poll(() => controller.tables.get('Cheese')).toEqual(rows('Feta'));
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Export CSV' }).click();
      expect((await download).suggestedFilename()).toBe('Cheese.csv');
      expect(controller.strangers).toEqual([]);
    });

    test('a label of a specification-only controller is drawn in the designer and in the lists', async ({ page }) => {
      await openPlace(page, 'Labels');
      const card = page.getByRole('article').filter({ hasText: 'Milk' });
      await expect(card.getByRole('img', { name: 'Label Milk' })).toBeVisible();
      await expect(card).toContainText('Drawn by Strobe; the print may differ');
      await open(page, 'Milk');
      await expect(page.getByRole('tab', { name: 'Versions', exact: true })).toHaveCount(0);
      await expect(page.getByText('Drawn by Strobe; the print may differ')).toBeVisible();
      const canvas = page.getByRole('application').locator('canvas.paper');
      const inkedDots = () =>
        canvas.evaluate((paper: HTMLCanvasElement) => {
          const { data = [] } = paper.getContext('2d')?.getImageData(0, 0, paper.width, paper.height) ?? {};
          return data.filter((value, index) => index % 4 === 0 && value < 128).length;
        });
      await expect.poll(inkedDots).toBeGreaterThan(100);
      await page
        .getByRole('button', { name: /Best before/ })
        .first()
        .click();
      await expect(page.getByText('Strobe’s fonts; they may differ on the device.')).toBeVisible();
      expect(controller.strangers).toEqual([]);
    });

    test('the job that was loaded from here is shown with its time and picture, until it is unloaded', async ({ page }) => {
      await openPrinter(page);
      const next = page.getByRole('region', { name: 'Next print' });
      await expect(next).toContainText('none has been loaded from here');
      await page.getByText('Milk', { exact: true }).click();
      await page.getByRole('button', { name: 'Load job', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
      await expect(next).toContainText('Last loaded from here');
      await expect(next).toContainText('Milk');
      await expect(next.getByRole('img', { name: 'Next print on Dock 7' })).toBeVisible();
      await expect(next).toContainText('Drawn by Strobe; the print may differ');
      await openPlace(page, 'Monitor');
      const tile = page.getByRole('article', { name: 'Dock 7' });
      await expect(tile.getByRole('img', { name: 'Next print on Dock 7' })).toBeVisible();
      await expect(tile).toContainText('Last loaded from here');
      await openPrinter(page);
      await next.getByRole('button', { name: 'Unload job' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Unload job' }).click();
      await expect(next).toContainText('none has been loaded from here');
      expect(controller.strangers).toEqual([]);
    });

    test('a table of another shape is shown and changed as JSON', async ({ page }) => {
      await openPlace(page, 'Tables');
      await open(page, 'Foreign');
      const text = page.getByRole('textbox', { name: 'Table document' });
      await expect(text).toHaveValue(/"recordset"/);
      await text.fill('{ "recordset": [] }');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Save', exact: true }).click();
      await expect.poll(() => controller.tables.get('Foreign')).toEqual({ recordset: [] });
    });

    test('variables of a specification-only controller are read, created, changed and deleted', async ({ page }) => {
      await openPlace(page, 'Variables');
      await page.getByRole('button', { name: 'Lot', exact: true }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Value' }).fill('B2');
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
      await expect.poll(() => controller.variables.get('Lot')).toEqual({ value: 'B2', description: 'Lot number', userEdit: true });
      await page.getByRole('button', { name: 'New variable' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Variable' }).fill('Shift');
      await page.getByRole('dialog').getByRole('textbox', { name: 'Value' }).fill('Night');
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
      await expect.poll(() => controller.variables.get('Shift')).toMatchObject({ value: 'Night' });
      await page.getByRole('button', { name: 'Shift', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect.poll(() => [...controller.variables.keys()]).toEqual(['Lot']);
    });

    test('a printer of a specification-only controller is selected in all three modes, triggered, aborted and counted', async ({
      page,
    }) => {
      await expect(page.getByRole('article', { name: 'Dock 7' })).toContainText('Started');
      await openPrinter(page);
      await openPrinterTab(page, 'Properties');
      await expect(page.getByRole('region', { name: 'Properties' })).toContainText('phases3');
      await openPrinterTab(page, 'Operate');

      await page.getByText('Milk', { exact: true }).click();
      await page.getByRole('button', { name: 'Load job', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
      await expect.poll(() => controller.selected('Dock 7')).toMatchObject({ labelName: 'Milk' });

      await page.getByRole('button', { name: 'Trigger' }).click();
      await expect(page.getByRole('region', { name: 'Counters' }).getByRole('definition').first()).toHaveText('1');
      await openPrinterTab(page, 'History');
      const counts = page.getByRole('region', { name: 'History' }).getByRole('row').locator('td:last-child');
      await expect.poll(async () => (await counts.allInnerTexts()).reduce((sum, text) => sum + Number(text), 0)).toBe(1);

      await openPrinterTab(page, 'Operate');
      await page.getByRole('button', { name: 'Set up next job' }).click();
      await page.getByRole('tab', { name: 'Table row' }).click();
      await page.getByRole('combobox', { name: 'Table', exact: true }).selectOption('Products');
      await page.getByRole('searchbox', { name: 'Search rows' }).fill('Milk 7');
      await page.getByRole('row', { name: /1007/ }).click();
      await page.getByRole('button', { name: 'Load job', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
      await expect
        .poll(() => controller.selected('Dock 7'))
        .toMatchObject({ labelName: 'Milk', tableName: 'Products', keyColumn: 'GTIN', key: '1007' });

      await page.getByRole('button', { name: /^Abort/ }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Abort/ })
        .click();
      await expect.poll(() => controller.orders.at(-1)?.operation).toBe('abortPrint');

      await page.getByRole('button', { name: 'Unload job' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Unload job' }).click();
      await expect.poll(() => controller.orders.at(-1)).toEqual({ printer: 'Dock 7', operation: 'printJob', body: '' });
    });

    test('functions that a specification-only controller lacks are hidden with the reason, and never requested', async ({ page }) => {
      controller.status = { head: 'warm' };
      await expect(page.getByRole('article', { name: 'Dock 7' })).toContainText('State unknown');
      await openPrinter(page);
      await openPrinterTab(page, 'Properties');
      await expect(page.getByRole('region', { name: 'Properties' })).toContainText('headwarm');
      await expect(page.getByRole('button', { name: 'Trigger' })).toBeEnabled();
      for (const link of ['Labels', 'Tables', 'Variables', 'Connections', 'Monitor']) await openPlace(page, link);
      await page.goto(`${station.url}/tables/Products/preflight`);
      await expect(page.getByText('Pre-flight is not available on this controller')).toBeVisible();
      await page.goto(`${station.url}/variables?tab=counters`);
      await expect(page.getByText('The print counts are on the page of each printer.')).toBeVisible();
      for (const path of ['/variables?tab=dates', '/fonts', '/label-acceptance']) {
        await page.goto(station.url + path);
        await expect(page.getByText(/not available|not report/).first()).toBeVisible();
      }
      expect(controller.strangers).toEqual([]);
    });

    test('a label of another shape is shown and changed as JSON only', async ({ page }) => {
      controller.labels.set('Foreign', { zones: ['A'] });
      await page.goto(`${station.url}/labels/Foreign`);
      await expect(page.getByRole('textbox', { name: 'Label document' })).toHaveValue(/"zones"/);
      await expect(page.getByRole('tab')).toHaveText(['JSON']);
      await expect(page.getByRole('region', { name: 'Preview', exact: true })).toContainText('has a format that Strobe cannot draw');
    });

    test('the history of a controller that leaves out empty buckets begins where it was requested', async ({ page }) => {
      await openPrinter(page);
      await openPrinterTab(page, 'History');
      const history = page.getByRole('region', { name: 'History' });
      await expect(history).toContainText('Nothing was printed in this period');
      await expect(history).not.toContainText('1970');
    });

    test('F6 a label of a later format is shown unchanged, and cannot be edited', async ({ page }) => {
      controller.labels.set('Of tomorrow', { format: 4, width: 40, height: 20, objs: [], hologram: { depth: 3 } });
      await page.goto(`${station.url}/labels/Of%20tomorrow`);
      await expect(page.getByText('This label has format 4; this version of Strobe supports formats up to 3.')).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Design', exact: true })).toHaveCount(0);
      await expect(page.getByRole('textbox', { name: 'Label document' })).toHaveValue(/"hologram"/);
      await expect(page.getByRole('textbox', { name: 'Label document' })).not.toBeEditable();
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
      controller.labels.delete('Of tomorrow');
    });
  });
}
