import { dataPath, drawPattern } from './pattern.ts';
import { VERSIONS } from './versions.ts';

/** Modules as bits of words, once line by line of rows and once of columns. */
export interface Plane {
  rows: Int32Array;
  columns: Int32Array;
}

/**
 * What all symbols of a version have in common. A word has a stretch of 32 modules of a row (or column), the first one lowest; the words
 * of one stretch follow each other row by row, with `EDGE` light lines before and behind them.
 */
export interface Frame {
  size: number;
  /** Words side by side in a line. */
  stretches: number;
  /** From a word to its neighbour in the same line. */
  stride: number;
  /** The patterns that no data change. */
  pattern: Plane;
  /** Where each bit of the codewords goes: 32 times the word, plus the bit of it. */
  rowPlaces: Uint16Array;
  columnPlaces: Uint16Array;
  /** What each of the eight masks inverts. */
  masks: readonly Plane[];
  /** The bits of each stretch that are in the symbol. */
  lanes: Int32Array;
}

/** Light lines around the symbol, as many as the search for finder patterns looks at. */
export const EDGE = 4;

/** ISO/IEC 18004, table 10: which modules each mask inverts. */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row * column) % 3) + ((row + column) % 2)) % 2 === 0,
];

const frames: (Frame | undefined)[] = [];

/** The frame of a version, made once. */
export function frameOf(version: number): Frame {
  const known = frames[version];
  if (known) return known;
  const made = makeFrame(version);
  frames[version] = made;
  return made;
}

/** A plane of the frame's size with nothing in it. */
export function emptyPlane({ stretches, stride }: Pick<Frame, 'stretches' | 'stride'>): Plane {
  return { rows: new Int32Array(stretches * stride), columns: new Int32Array(stretches * stride) };
}

function makeFrame(version: number): Frame {
  const size = VERSIONS[version - 1]?.size ?? 0;
  const layout = { stretches: Math.ceil(size / 32), stride: size + 2 * EDGE };
  const place = (line: number, across: number): number => ((across >> 5) * layout.stride + EDGE + line) * 32 + (across & 31);
  const pack = (isDark: (row: number, column: number) => boolean): Plane => {
    const plane = emptyPlane(layout);
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        if (!isDark(row, column)) continue;
        setBit(plane.rows, place(row, column));
        setBit(plane.columns, place(column, row));
      }
    }
    return plane;
  };
  const pattern = drawPattern(version, size);
  const path = dataPath(size, pattern);
  return {
    size,
    ...layout,
    pattern: pack((row, column) => pattern[row]?.[column] ?? false),
    rowPlaces: Uint16Array.from(path, ({ row, column }) => place(row, column)),
    columnPlaces: Uint16Array.from(path, ({ row, column }) => place(column, row)),
    masks: MASKS.map((inverts) => pack((row, column) => pattern[row]?.[column] === undefined && inverts(row, column))),
    lanes: Int32Array.from({ length: layout.stretches }, (_, index) => lanesOf(size - index * 32)),
  };
}

function setBit(words: Int32Array, place: number): void {
  words[place >> 5] = (words[place >> 5] ?? 0) | (1 << place);
}

function lanesOf(count: number): number {
  return count >= 32 ? -1 : (1 << count) - 1;
}
