import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type OpenService } from '#support/open-service.ts';

let service: OpenService;
beforeAll(async () => {
  service = await openService({ virtualPrinters: 3 });
});
afterAll(() => service.close());

describe('a printer of colours', () => {
  const objs = [{ type: 'Rect', x: 0, y: 0, width: 20, height: 5, fillColor: 'red' }];
  const COLORED = { format: 3, width: 20, height: 10, objs };

  it('shows its four inks', async () => {
    const { json } = await service.call('/api/v3/printers');
    const inkSupplies = ['Cyan', 'Magenta', 'Yellow', 'Black'];
    expect(json).toMatchObject({ 'Line 1': { color: 'black' }, 'Line 3': { color: 'CMYK', slices: [{ inkSupplies }] } });
  });

  it('simulates in colours, and others in black and white', async () => {
    await service.call('/api/v3/labels/Red', { method: 'PUT', body: COLORED });
    const bytes = async (printer: string): Promise<Buffer> =>
      (await service.call(`/api/v3/labels/Red/simulation?printer=${printer}`, { headers: { accept: 'image/png' } })).bytes;
    const kinds = await Promise.all(['Line%203', 'Line%201'].map(bytes));
    expect(kinds.map((png) => [...png.subarray(24, 26)])).toEqual([
      [4, 3],
      [1, 0],
    ]);
  });
});
