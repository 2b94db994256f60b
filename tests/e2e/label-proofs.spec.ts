import { expect, test } from '#support/signed-in-test.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';

let service: OpenService;
let station: StationProcess;

/** What labels say now, and what the program of before drew in their place. */
const LABELS = { Carton: 'EXP 30.11.2027', Crate: 'LOT 4711', Pallet: 'SSCC' };
const BEFORE = { Carton: 'EXP 01.12.2027', Crate: 'LOT  4711', Pallet: 'SSCC' };

test.beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  const { labelProofs } = service.controller;
  const drawn = async (labels: object): Promise<{ name: string; picture: Uint8Array | null; picture_hash: string | null }[]> => {
    for (const [name, text] of Object.entries(labels))
      await service.call(`/api/v3/labels/${name}`, { method: 'PUT', body: textLabel(String(text)) });
    await labelProofs.idle();
    return service.db.selectFrom('label_proofs').select(['name', 'picture', 'picture_hash']).execute();
  };
  const before = await drawn(BEFORE);
  await drawn(LABELS);
  for (const { name, picture, picture_hash } of before) {
    const older = { drawing: 'older', version: '0.0.0-older', picture, picture_hash };
    await service.db.updateTable('label_proofs').set(older).where('name', '=', name).execute();
  }
  labelProofs.wake();
  await labelProofs.idle();
  station = await startStation({ flags: ['--no-embedded', '--controller', service.url] });
});

test.afterAll(async () => {
  await station.stop();
  await service.close();
});

test('what an update changed is told on the labels page, looked at and accepted', async ({ page }) => {
  await page.goto(`${station.url}/labels`);
  await expect(page.getByText('After the update to 0.0.0, 2 of 3 labels are not as before')).toBeVisible();
  await page.getByRole('link', { name: 'Look at them' }).click();
  await expect(page.getByRole('heading', { name: 'Labels after the update' })).toBeVisible();
  const picture = page.getByRole('img', { name: 'What changed in Carton' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Accept all 2' }).click();
  await expect(page.getByText('Nothing is left to be looked at')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the labels' }).click();
  await expect(page.getByRole('link', { name: 'Carton' })).toBeVisible();
  await expect(page.getByText('After the update')).toHaveCount(0);
});
