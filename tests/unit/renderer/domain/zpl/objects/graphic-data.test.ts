import { describe, expect, it } from 'vitest';
import { zlibSync } from 'fflate';
import { checkSum, readRaster } from '#renderer/domain/zpl/objects/graphic-data.ts';
import { bytesAsText } from '#renderer/domain/zpl/syntax/field-encodings.ts';

const MAX = 500_000;

function rowsOf(data: string, rowBytes: number, rows: number): string[] | string {
  const raster = readRaster(data, { bytes: rowBytes * rows, rowBytes, most: MAX });
  if (typeof raster === 'string') return raster;
  return Array.from({ length: rows }, (_, y) => Buffer.from(raster.bytes.subarray(y * rowBytes, (y + 1) * rowBytes)).toString('hex'));
}

const packed = (kind: string, bytes: Uint8Array, sum?: number): string => {
  const text = btoa(bytesAsText(bytes));
  return `:${kind}:${text}:${(sum ?? checkSum(text)).toString(16).padStart(4, '0')}`;
};

describe('graphic data', () => {
  it('are hexadecimal digits, row by row, and missing ones are light', () => {
    expect(rowsOf('FF00 0ff0', 2, 3)).toEqual(['ff00', '0ff0', '0000']);
  });

  it('repeat a digit by the letters before it, which add up', () => {
    expect(rowsOf('gHF', 11, 1)).toEqual(['f'.repeat(22)]);
    expect(rowsOf('MFK0', 6, 1)).toEqual(['fffffff00000']);
  });

  it('can fill the rest of a row, and repeat the previous row', () => {
    expect(rowsOf('F,:0!:1,', 2, 5)).toEqual(['f000', 'f000', '0fff', '0fff', '1000']);
  });

  it('can be base64, deflated or not, with a verified checksum', () => {
    const bytes = Uint8Array.of(1, 2, 3, 4);
    expect(rowsOf(packed('B64', bytes), 2, 2)).toEqual(['0102', '0304']);
    expect(rowsOf(packed('Z64', zlibSync(bytes)), 2, 2)).toEqual(['0102', '0304']);
    expect(rowsOf(packed('B64', bytes, 0), 2, 2)).toBe('pictureBroken');
    expect(checkSum('123456789')).toBe(0x31c3);
  });

  it.each(['F?Q', ':B64:%%%', ':Z64:AAAA', ':Z64:', 'GG#'])('that are broken are told: %s', (data) => {
    expect(['pictureBroken', ['0000']]).toContainEqual(rowsOf(data, 2, 1));
  });

  it('never expand beyond the limit of a picture', () => {
    expect(rowsOf('', 1000, 501)).toBe('pictureTooLarge');
    expect(readRaster(packed('Z64', zlibSync(new Uint8Array(50_000_000))), { bytes: 4, rowBytes: 2, most: MAX })).toMatchObject({
      rows: 2,
    });
    expect(readRaster('F', { bytes: 4, rowBytes: 2, most: 3 })).toBe('pictureTooLarge');
    expect(readRaster('F', { bytes: 0, rowBytes: 0, most: MAX })).toBe('pictureBroken');
  });
});
