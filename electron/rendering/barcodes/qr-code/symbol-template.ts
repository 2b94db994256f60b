import { dataPath, drawPattern } from './pattern.ts';
import { VERSIONS } from './versions.ts';

/** Modules as bit masks, once by rows and once by columns. */
export interface Plane {
  rows: Int32Array;
  columns: Int32Array;
}

/**
 * The parts of a symbol that depend on its version only. A word contains 32 consecutive modules of a row (or column), the first in the
 * least significant bit. The words of one stretch follow each other row by row, with `EDGE` light lines before and after.
 */
export interface SymbolTemplate {
  size: number;
  /** Number of words per line. */
  stretches: number;
  /** Distance from a word to its right neighbour. */
  stride: number;
  /** The function patterns. */
  pattern: Plane;
  /** Location of each codeword bit: 32 times the word index, plus the bit number. */
  rowPlaces: Uint16Array;
  columnPlaces: Uint16Array;
  /** The modules that each of the eight masks inverts. */
  masks: readonly Plane[];
  /** Bits of each stretch that are inside the symbol. */
  lanes: Int32Array;
}

/** Number of light lines around the symbol that the search for finder-like patterns needs. */
export const EDGE = 4;

/** ISO/IEC 18004, table 10: the modules inverted by each mask. */
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

const templates: (SymbolTemplate | undefined)[] = [];

/** The template of a version; computed once. */
export function templateOf(version: number): SymbolTemplate {
  const cached = templates[version];
  if (cached) return cached;
  const made = makeTemplate(version);
  templates[version] = made;
  return made;
}

/** An empty plane of the template's size. */
export function emptyPlane({ stretches, stride }: Pick<SymbolTemplate, 'stretches' | 'stride'>): Plane {
  return { rows: new Int32Array(stretches * stride), columns: new Int32Array(stretches * stride) };
}

function makeTemplate(version: number): SymbolTemplate {
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
