import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { printSize } from '#renderer/domain/pictures/print-size.ts';

/** A chunk without a valid checksum, which is not read. */
function chunk(type: string, content: readonly number[] | Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(type), Buffer.from(content), Buffer.alloc(4)]);
}

function words(...values: number[]): number[] {
  return values.flatMap((value) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
}

function picture(...beforePixels: Buffer[]): Blob {
  const header = chunk('IHDR', [...words(1_181, 354), 8, 0, 0, 0, 0]);
  const parts = [Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), header, ...beforePixels, chunk('IDAT', deflateSync(Buffer.alloc(10)))];
  return new Blob([Buffer.concat(parts)]);
}

describe('the size of a print', () => {
  it('is computed from the dots and the dots per metre, each way', async () => {
    const size = await printSize(picture(chunk('gAMA', words(45_455)), chunk('pHYs', [...words(11_811, 23_622), 1])));
    expect(size).toEqual({ width: 100, height: 15 });
  });

  it.each([
    ['states no resolution', picture()],
    ['states a proportion only', picture(chunk('pHYs', [...words(1, 2), 0]))],
    ['states a resolution of 0', picture(chunk('pHYs', [...words(0, 0), 1]))],
    ['comes from a library that states none', new Blob([Uint8Array.from(PNG.sync.write(new PNG({ width: 4, height: 4 })))])],
    ['is empty', new Blob([])],
    ['is cut off', picture(chunk('pHYs', [...words(11_811, 11_811), 1])).slice(0, 44)],
  ])('is unknown for a picture that %s', async (_, blob) => {
    expect(await printSize(blob)).toBeUndefined();
  });
});
