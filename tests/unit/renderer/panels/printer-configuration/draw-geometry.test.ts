import { expect, it } from 'vitest';
import { newPrinterForm, type GeometryForm } from '#renderer/domain/printers/printer-form.ts';
import { drawGeometry, drawSlices, PICTURE } from '#renderer/panels/printer-configuration/draw-geometry.ts';

const draw = (change: Partial<GeometryForm>) => drawGeometry({ ...newPrinterForm().geometry, ...change });

it.each([
  [110, 35, 0],
  [5_000, 1, 0],
  [1, 2_000, 0],
  [100, 100, 60],
  [100, 100, 10_000],
])('a print area of %d × %d mm with a print delay of %d mm is drawn to scale within the picture', (physicalWidth, height, printDelay) => {
  const drawing = draw({ physicalWidth, height, printDelay });
  expect(drawing!.width / drawing!.height).toBeCloseTo(physicalWidth / height);
  expect(drawing!.x).toBeGreaterThanOrEqual(0);
  expect(drawing!.x + drawing!.width).toBeLessThanOrEqual(PICTURE.width);
  expect(drawing!.total).toBeLessThanOrEqual(PICTURE.height);
  expect(drawing!.delay?.x ?? 0).toBeLessThanOrEqual(PICTURE.width);
});

it('the dots of the print area are those of its resolution', () => {
  expect(draw({ physicalWidth: 25.4, height: 50.8, dpi: 300, vdpi: 200 })).toMatchObject({ columns: 300, rows: 400 });
});

it('without a product detector there is no delay to draw, and without a measure nothing', () => {
  expect(draw({ printDelay: 60, productDetector: 'none' })?.delay).toBeUndefined();
  expect(draw({ physicalWidth: undefined })).toBeUndefined();
});

it('draws slices of equal height, with smaller names where they are lower, and none where they are too low', () => {
  const area = { y: 30, height: 80 };
  expect(drawSlices(area, ['PH1', 'PH2'])).toEqual([
    { y: 30, height: 40, name: 'PH1', nameSize: 16 },
    { y: 70, height: 40, name: 'PH2', nameSize: 16 },
  ]);
  const sizes = (count: number) => drawSlices(area, Array<string>(count).fill('PH')).map(({ nameSize }) => nameSize);
  expect(new Set(sizes(8))).toEqual(new Set([7]));
  expect(new Set(sizes(9))).toEqual(new Set([0]));
});
