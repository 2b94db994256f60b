import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compressRows, crc16, graphicField, zipRows } from '#controller/engines/zpl/graphic-field.ts';
import { bitmapRows, bytesPerRow } from '#controller/engines/bitmap-rows.ts';
import { zplLabel } from '#controller/engines/zpl/zpl-label.ts';
import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';
import { CommandParser } from '../../../../electron/emulators/zpl/command-parser.ts';
import { decodeGraphic } from '../../../../electron/emulators/zpl/graphic-decoder.ts';
import { LabelFormat, type PrintableLabel } from '../../../../electron/emulators/zpl/label-format.ts';

/** Rows of runs, empty and full rows, repeated rows and noise: what each rule of the compression is for. */
const bitmaps = fc
  .record({
    width: fc.integer({ min: 1, max: 4_000 }),
    height: fc.integer({ min: 1, max: 12 }),
    rows: fc.infiniteStream(
      fc.oneof(fc.constantFrom('empty', 'full', 'same' as const), fc.integer({ min: 1, max: 900 }), fc.constant('noise' as const)),
    ),
    bits: fc.infiniteStream(fc.boolean()),
  })
  .map(({ width, height, rows, bits }) => {
    const bitmap = createBitmap(width, height);
    for (let y = 0; y < height; y++) paintRow(bitmap, y, { kind: rows.next().value, bits });
    return bitmap;
  });

function paintRow(bitmap: Bitmap, y: number, { kind, bits }: { kind: string | number; bits: Iterator<boolean> }): void {
  const above = (x: number) => y > 0 && dot(bitmap, x, y - 1);
  const isInk = (x: number) => {
    if (kind === 'same') return above(x);
    if (typeof kind === 'number') return Math.floor(x / kind) % 2 === 0;
    return kind === 'noise' ? bits.next().value === true : kind === 'full';
  };
  for (let x = 0; x < bitmap.width; x++) if (isInk(x)) bitmap.words[y * bitmap.stride + (x >>> 5)]! |= 0x8000_0000 >>> (x & 31);
}

function dot({ words, stride }: Bitmap, x: number, y: number): boolean {
  return ((words[y * stride + (x >>> 5)] ?? 0) & (0x8000_0000 >>> (x & 31))) !== 0;
}

/** Prints the stream, cut into pieces of the given length. */
function printed(bytes: Buffer, piece: number): PrintableLabel | undefined {
  const parser = new CommandParser();
  const format = new LabelFormat();
  let label: PrintableLabel | undefined;
  for (let at = 0; at < bytes.length; at += piece) {
    for (const command of parser.feed(bytes.subarray(at, at + piece))) {
      if ('name' in command) label = format.follow(command.name, command.parameters) ?? label;
    }
  }
  return label;
}

describe('pictures of the zpl engine', () => {
  it('are printed dot for dot, in whatever pieces the label comes', () => {
    fc.assert(
      fc.property(bitmaps, fc.integer({ min: 1, max: 5_000 }), (bitmap, piece) => {
        expect(printed(zplLabel(bitmap, 'TEAR'), piece)?.picture).toEqual(bitmap);
      }),
    );
  });

  it('survive both compressed forms', () => {
    fc.assert(
      fc.property(bitmaps, (bitmap) => {
        const rows = bitmapRows(bitmap);
        for (const data of [compressRows(rows, bytesPerRow(bitmap)), zipRows(rows)]) {
          const { bytes } = decodeGraphic(`A,${rows.length},${rows.length},${bytesPerRow(bitmap)},${data}`);
          expect(Buffer.compare(bytes, rows)).toBe(0);
        }
      }),
    );
  });

  it('have the shorter form', () => {
    fc.assert(
      fc.property(bitmaps, (bitmap) => {
        const rows = bitmapRows(bitmap);
        const data = graphicField(bitmap).split(',').slice(4).join(',');
        expect(data).toHaveLength(Math.min(compressRows(rows, bytesPerRow(bitmap)).length, zipRows(rows).length));
      }),
    );
  });

  it('end a row of white with a comma, of black with an exclamation mark, and repeat it with a colon', () => {
    const rows = ['00000000', 'FFFFFFFF', 'FFFFFFFF', 'AB000000', 'ABCFFFFF', '11111112'];
    expect(compressRows(Buffer.from(rows.join(''), 'hex'), 4)).toBe(',!:AB,ABC!M12');
  });

  it('add up the counts of a long run', () => {
    expect(compressRows(Buffer.from(`${'A'.repeat(427)}B`, 'hex'), 214)).toBe('zgMAB');
  });

  it('carry the checksum of their text', () => {
    expect(crc16('123456789')).toBe(0x31c3);
  });

  it('are refused by the emulator when the checksum is wrong', () => {
    const wrong = zipRows(Buffer.alloc(8)).replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    expect(() => decodeGraphic(`A,8,8,2,${wrong}`)).toThrow('the checksum of ^GF is wrong');
  });

  it('are read by the emulator as plain digits too', () => {
    expect([...decodeGraphic('A,4,4,2,80fF\r\n0001').bytes]).toEqual([0x80, 0xff, 0x00, 0x01]);
  });

  it('are the label of a print with the size of the picture, printed once and never again after an error', () => {
    const text = zplLabel(createBitmap(20, 2), 'CUT').toString('latin1');
    expect(text).toBe('^XA^PW20^LL2^LH0,0^MMC^JZN^FO0,0^GFA,6,6,3,,:^FS^PQ1^XZ\r\n');
  });
});
