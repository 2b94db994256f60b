import { expect, test } from '#support/signed-in-test.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';

let service: OpenService;
let station: StationProcess;

/** The current labels; the previous version rendered other pictures of them. */
const LABELS = { Carton: 'EXP 30.11.2027', Crate: 'LOT 4711', Pallet: 'SSCC' };
const BEFORE = { Carton: 'EXP 01.12.2027', Crate: 'LOT  4711', Pallet: 'SSCC' };

test.beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  const { labelAcceptance } = service.controller;
  const drawn = async (labels: object): Promise<{ name: string; picture: Uint8Array | null; picture_hash: string | null }[]> => {
    for (const [name, text] of Object.entries(labels))
      await service.call(`/api/v3/labels/${name}`, { method: 'PUT', body: textLabel(String(text)) });
    await labelAcceptance.idle();
    return service.db.selectFrom('label_comparisons').select(['name', 'picture', 'picture_hash']).execute();
  };
  const before = await drawn(BEFORE);
  await drawn(LABELS);
  for (const { name, picture, picture_hash } of before) {
    const older = { drawing: 'older', version: '0.0.0-older', picture, picture_hash };
    await service.db.updateTable('label_comparisons').set(older).where('name', '=', name).execute();
  }
  labelAcceptance.wake();
  await labelAcceptance.idle();
  station = await startStation({ flags: ['--no-embedded', '--controller', service.url] });
});

test.afterAll(async () => {
  await station.stop();
  await service.close();
});

test('labels changed by an update are listed on the labels page, reviewed and accepted', async ({ page }) => {
  await page.goto(`${station.url}/labels`);
  await expect(page.getByText('Update to 0.0.0: 2 labels of 3 differ from their accepted pictures')).toBeVisible();
  await page.getByRole('link', { name: 'Review labels' }).click();
  await expect(page.getByRole('heading', { name: 'Comparison with accepted pictures' })).toBeVisible();
  const picture = page.getByRole('img', { name: 'Changes in Carton' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Accept all 2' }).click();
  await expect(page.getByText('Nothing left to review')).toBeVisible();
  await page.getByRole('link', { name: 'Back to labels' }).click();
  await expect(page.getByRole('link', { name: 'Carton' })).toBeVisible();
  await expect(page.getByText('differ from their accepted pictures')).toHaveCount(0);
});
