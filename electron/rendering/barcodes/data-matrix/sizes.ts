/** A size of a Data Matrix symbol. */
export interface DataMatrixSize {
  /** Modules down and across, including the borders of all regions. */
  rows: number;
  columns: number;
  /** Number of data regions down and across; each has its own border. */
  regionsDown: number;
  regionsAcross: number;
  /** Check codewords of all blocks. */
  checks: number;
  blocks: number;
  dataCodewords: number;
}

/**
 * ISO/IEC 16022, table 7: rows, columns, regions down and across, check codewords, blocks. Square sizes first, then rectangular ones, each
 * in ascending order.
 */
const TABLE = `
10 10 1 1 5 1
12 12 1 1 7 1
14 14 1 1 10 1
16 16 1 1 12 1
18 18 1 1 14 1
20 20 1 1 18 1
22 22 1 1 20 1
24 24 1 1 24 1
26 26 1 1 28 1
32 32 2 2 36 1
36 36 2 2 42 1
40 40 2 2 48 1
44 44 2 2 56 1
48 48 2 2 68 1
52 52 2 2 84 2
64 64 4 4 112 2
72 72 4 4 144 4
80 80 4 4 192 4
88 88 4 4 224 4
96 96 4 4 272 4
104 104 4 4 336 6
120 120 6 6 408 6
132 132 6 6 496 8
144 144 6 6 620 10
8 18 1 1 7 1
8 32 1 2 11 1
12 26 1 1 14 1
12 36 1 2 18 1
16 36 1 2 24 1
16 48 1 2 28 1`;

const ALL = TABLE.trim().split('\n').map(readSize);

/** The square sizes in ascending order. */
export const SQUARE_SIZES: readonly DataMatrixSize[] = ALL.filter(({ rows, columns }) => rows === columns);
/** The rectangular sizes in ascending order. */
export const RECTANGULAR_SIZES: readonly DataMatrixSize[] = ALL.filter(({ rows, columns }) => rows !== columns);

/** The smallest size with capacity for that many codewords; undefined if none has it. */
export function sizeFor(sizes: readonly DataMatrixSize[], codewords: number): DataMatrixSize | undefined {
  return sizes.find(({ dataCodewords }) => dataCodewords >= codewords);
}

function readSize(line: string): DataMatrixSize {
  const [rows = 0, columns = 0, regionsDown = 1, regionsAcross = 1, checks = 0, blocks = 1] = line.split(' ').map(Number);
  const modules = (rows - 2 * regionsDown) * (columns - 2 * regionsAcross);
  return { rows, columns, regionsDown, regionsAcross, checks, blocks, dataCodewords: Math.floor(modules / 8) - checks };
}
