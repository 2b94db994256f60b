/** Error correction level. */
export type EccLevel = 'L' | 'M' | 'Q' | 'H';

/** Division of a version's codewords into blocks at one error correction level. */
export interface Capacity {
  dataCodewords: number;
  blocks: number;
  checksPerBlock: number;
}

/** One of the 40 versions (sizes) of a QR Code. */
export interface Version {
  number: number;
  /** Modules per side. */
  size: number;
  /** Data and check codewords. */
  codewords: number;
  capacities: Readonly<Record<EccLevel, Capacity>>;
}

/** ISO/IEC 18004, table 9: check codewords at L, M, Q and H, then the number of blocks, by version. */
const CHECKS_AND_BLOCKS = `
7 10 13 17 1 1 1 1
10 16 22 28 1 1 1 1
15 26 36 44 1 1 2 2
20 36 52 64 1 2 2 4
26 48 72 88 1 2 4 4
36 64 96 112 2 4 4 4
40 72 108 130 2 4 6 5
48 88 132 156 2 4 6 6
60 110 160 192 2 5 8 8
72 130 192 224 4 5 8 8
80 150 224 264 4 5 8 11
96 176 260 308 4 8 10 11
104 198 288 352 4 9 12 16
120 216 320 384 4 9 16 16
132 240 360 432 6 10 12 18
144 280 408 480 6 10 17 16
168 308 448 532 6 11 16 19
180 338 504 588 6 13 18 21
196 364 546 650 7 14 21 25
224 416 600 700 8 16 20 25
224 442 644 750 8 17 23 25
252 476 690 816 9 17 23 34
270 504 750 900 9 18 25 30
300 560 810 960 10 20 27 32
312 588 870 1050 12 21 29 35
336 644 952 1110 12 23 34 37
360 700 1020 1200 12 25 34 40
390 728 1050 1260 13 26 35 42
420 784 1140 1350 14 28 38 45
450 812 1200 1440 15 29 40 48
480 868 1290 1530 16 31 43 51
510 924 1350 1620 17 33 45 54
540 980 1440 1710 18 35 48 57
570 1036 1530 1800 19 37 51 60
570 1064 1590 1890 19 38 53 63
600 1120 1680 1980 20 40 56 66
630 1204 1770 2100 21 43 59 70
660 1260 1860 2220 22 45 62 74
720 1316 1950 2310 24 47 65 77
750 1372 2040 2430 25 49 68 81`;

/** All versions in ascending order. */
export const VERSIONS: readonly Version[] = CHECKS_AND_BLOCKS.trim().split('\n').map(readVersion);

/**
 * Row and column coordinates of the alignment patterns (ISO/IEC 18004, annex E): evenly spaced with the largest possible distance; version
 * 32 is an exception.
 */
export function alignmentCentres(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = version * 4 + 10;
  const step = version === 32 ? 26 : 2 * Math.ceil((last - 6) / (count - 1) / 2);
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - step * (count - 2 - index))];
}

function readVersion(line: string, index: number): Version {
  const [l = 0, m = 0, q = 0, h = 0, ...blocks] = line.split(' ').map(Number);
  const number = index + 1;
  const codewords = Math.floor(dataModules(number) / 8);
  const capacity = (checks: number, at: number): Capacity => {
    const shared = blocks[at] ?? 1;
    return { dataCodewords: codewords - checks, blocks: shared, checksPerBlock: checks / shared };
  };
  return {
    number,
    size: sizeOf(number),
    codewords,
    capacities: { L: capacity(l, 0), M: capacity(m, 1), Q: capacity(q, 2), H: capacity(h, 3) },
  };
}

function sizeOf(version: number): number {
  return version * 4 + 17;
}

/** Number of modules outside all function patterns, format and version. */
function dataModules(version: number): number {
  const size = sizeOf(version);
  const centres = alignmentCentres(version).length;
  const alignment = centres === 0 ? 0 : 25 * (centres * centres - 3) - 10 * (centres - 2);
  return size * size - 3 * 64 - 2 * (size - 16) - 31 - (version < 7 ? 0 : 36) - alignment;
}
