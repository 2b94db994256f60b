import { describe, expect, it } from 'vitest';
import { EngineError } from '#controller/engines/engine.ts';
import { headWidth, refuseTooWide } from '#controller/engines/head-width.ts';
import { createBitmap } from '#rendering/raster/bitmap.ts';

describe('the width of a head', () => {
  const size = { physicalWidth: 100, height: 50 };

  it('is the width of the print area, or its height if prints are turned by 90 degrees', () => {
    const widths = (['NONE', 'CW180', 'CW90', 'CCW90'] as const).map((rotation) => headWidth({ ...size, rotation }));
    expect(widths).toEqual([100, 100, 50, 50]);
  });

  it('is that of a picture at most, and a dot that is begun counts', () => {
    const refuse = (width: number) => refuseTooWide({ planes: [createBitmap(width, 8)], hdpi: 300 }, 50);
    expect(() => refuse(591)).not.toThrow();
    expect(() => refuse(592)).toThrow(EngineError);
    expect(() => refuse(592)).toThrow('The picture is 50.1 mm wide (592 dots), the head 50 mm (591 dots).');
  });
});
