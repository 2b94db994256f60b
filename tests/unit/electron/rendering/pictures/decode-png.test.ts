import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { checkPictureSize, decodePng } from '#rendering/pictures/decode-png.ts';
import { inflatedSize } from '#rendering/pictures/inflate-png.ts';
import { readPng, type PngColorType, type PngHeader } from '#rendering/pictures/read-png.ts';
import { pngChunk, pngFile } from '../../../../support/png-file.ts';

const KINDS: readonly [PngColorType, number][] = [
  [0, 1],
  [0, 2],
  [0, 4],
  [0, 8],
  [0, 16],
  [2, 8],
  [2, 16],
  [3, 1],
  [3, 2],
  [3, 4],
  [3, 8],
  [4, 8],
  [4, 16],
  [6, 8],
  [6, 16],
];

/** The same bytes every time, spread over all values. */
function noise(length: number): Uint8Array {
  let state = 0x2545f491;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

/** Rows of noise with every filter in turn; unfiltering noise gives valid pixels. */
function noisePng(header: PngHeader, others: readonly Buffer[] = []): Buffer {
  const rows = noise(inflatedSize(header));
  const passes = header.isInterlaced ? [1, 1, 1, 2, 2, 4, 4] : [1];
  const filters = passes.flatMap((rowsOfPass) => Array.from({ length: rowsOfPass * 11 }, (_, y) => y % 5));
  placeFilters(header, rows, filters);
  return pngFile({ ...header, interlace: header.isInterlaced ? 1 : 0 }, rows, others);
}

const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function placeFilters({ width, height, depth, colorType, isInterlaced }: PngHeader, rows: Uint8Array, filters: readonly number[]): void {
  const bits = depth * { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colorType];
  let at = 0;
  let row = 0;
  for (const [left, top, stepX, stepY] of isInterlaced ? ADAM7 : ([[0, 0, 1, 1]] as const)) {
    const across = Math.ceil((width - left) / stepX);
    for (let y = top; y < height && across > 0; y += stepY) {
      rows[at] = filters[row % filters.length] ?? 0;
      row += 1;
      at += 1 + Math.ceil((across * bits) / 8);
    }
  }
}

const palette = (depth: number): Buffer[] => [pngChunk('PLTE', noise(3 * 2 ** depth)), pngChunk('tRNS', noise(2 ** depth))];

describe('decodePng', () => {
  it.each(KINDS.flatMap(([colorType, depth]) => [false, true].map((isInterlaced) => ({ colorType, depth, isInterlaced }))))(
    'reads pixels of type $colorType with $depth bits, interlaced: $isInterlaced',
    (kind) => {
      const png = noisePng({ ...kind, width: 21, height: 11 }, kind.colorType === 3 ? palette(kind.depth) : []);
      const oracle = PNG.sync.read(png, { skipRescale: false });
      expect(decodePng(readPng(png))).toEqual({ width: 21, height: 11, rgba: Uint8Array.from(oracle.data) });
    },
  );

  it.each([1, 2, 3, 5])('reads an interlaced picture of %d pixels a side', (side) => {
    const png = noisePng({ colorType: 2, depth: 8, isInterlaced: true, width: side, height: side });
    expect(decodePng(readPng(png)).rgba).toEqual(Uint8Array.from(PNG.sync.read(png).data));
  });

  it('makes the colour of the tRNS chunk transparent', () => {
    const clear = pngChunk('tRNS', Uint8Array.from([0, 10, 0, 20, 0, 30]));
    const png = pngFile({ width: 2, height: 1, depth: 8, colorType: 2 }, Uint8Array.from([0, 10, 20, 30, 10, 20, 31]), [clear]);
    expect([...decodePng(readPng(png)).rgba]).toEqual([10, 20, 30, 0, 10, 20, 31, 255]);
  });

  it('ignores ancillary chunks of any size', () => {
    const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('name\0\0'), deflateSync(Buffer.alloc(50_000_000))]));
    const png = pngFile({ width: 1, height: 1, depth: 8, colorType: 0 }, Uint8Array.from([0, 7]), [profile]);
    expect([...decodePng(readPng(png)).rgba]).toEqual([7, 7, 7, 255]);
  });
});

describe('a PNG that cannot be read', () => {
  const good = pngFile({ width: 2, height: 2, depth: 8, colorType: 0 }, new Uint8Array(6));
  const damaged = Buffer.from(good);
  damaged[45] = (damaged[45] ?? 0) ^ 1;
  const row = (filter: number): Buffer => pngFile({ width: 1, height: 1, depth: 8, colorType: 0 }, Uint8Array.from([filter, 0]));
  const indexed = { width: 1, height: 1, depth: 2, colorType: 3 };

  it.each([
    ['another file', Buffer.from('GIF89a, or what not'), 'The picture is not a PNG'],
    ['nothing', Buffer.alloc(0), 'The picture is not a PNG'],
    ['a file that is cut off', good.subarray(0, good.length - 5), 'The PNG is cut off'],
    ['a file whose bits have changed', damaged, 'The PNG is damaged: a check sum is wrong'],
    [
      'animation',
      pngFile({ width: 2, height: 2, depth: 8, colorType: 0 }, new Uint8Array(6), [pngChunk('acTL', new Uint8Array(8))]),
      'The picture is animated; a label can show one picture only',
    ],
    [
      'an unknown part',
      pngFile({ width: 2, height: 2, depth: 8, colorType: 0 }, new Uint8Array(6), [pngChunk('FROG', new Uint8Array(1))]),
      'The PNG has an unknown critical chunk',
    ],
    [
      'a kind that does not exist',
      pngFile({ width: 1, height: 1, depth: 3, colorType: 2 }, new Uint8Array(4)),
      'The PNG has an invalid colour type or bit depth',
    ],
    ['no pixels', pngFile({ width: 0, height: 1, depth: 8, colorType: 0 }, new Uint8Array(4)), 'The picture has no pixels'],
    ['no palette', pngFile(indexed, new Uint8Array(2)), 'The PNG has no palette of 1 to 256 colours'],
    [
      'a pixel outside of the palette',
      pngFile(indexed, Uint8Array.from([0, 0xc0]), [pngChunk('PLTE', new Uint8Array(6))]),
      'The PNG is damaged: a pixel has a colour that its palette lacks',
    ],
    ['a filter that does not exist', row(5), 'The PNG is damaged: a row has a filter that does not exist'],
    [
      'too few pixels',
      pngFile({ width: 2, height: 2, depth: 8, colorType: 0 }, new Uint8Array(5)),
      'The PNG holds less than its size says',
    ],
    [
      'E21 more pixels than its size',
      pngFile({ width: 2, height: 2, depth: 8, colorType: 0 }, new Uint8Array(100_000_000)),
      'The PNG holds more than its size says',
    ],
  ])('is refused: %s', (_, bytes, message) => {
    expect(() => decodePng(readPng(bytes))).toThrow(message);
  });

  it('is refused: pixels that are not packed', () => {
    const loose = Buffer.concat([
      good.subarray(0, 33),
      pngChunk('IDAT', Buffer.from('not packed at all')),
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
    expect(() => decodePng(readPng(loose))).toThrow('The PNG is damaged: its pixels cannot be unpacked');
  });

  it('E21 is refused by its header alone when it would be too large', () => {
    const { header } = readPng(pngFile({ width: 65_536, height: 65_536, depth: 1, colorType: 0 }, new Uint8Array(8)));
    expect(() => checkPictureSize(header)).toThrow(
      'The picture has 65536 x 65536 pixels of 1 bits; at most 4 million pixels and 20 MB can be drawn',
    );
  });
});
