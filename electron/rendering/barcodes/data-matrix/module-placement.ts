import type { DataMatrixSize } from './sizes.ts';

/** The parts of a symbol that depend on its size only. */
export interface Placement {
  /** The borders of the regions and the corner that is unused in some sizes; 1 = dark. */
  template: Uint8Array;
  /** The module of each bit of the codewords, the most significant bit of the first codeword first. */
  places: Uint16Array;
}

/** Rows and columns relative to the module of a codeword, or absolute in the matrix; negative values count from the other end. */
type Shape = readonly (readonly [number, number])[];

/** ISO/IEC 16022, annex F.1: placement of the eight modules of a codeword, the most significant bit first. */
const USUAL: Shape = [
  [-2, -2],
  [-2, -1],
  [-1, -2],
  [-1, -1],
  [-1, 0],
  [0, -2],
  [0, -1],
  [0, 0],
];
/** Placement of codewords that are split at a corner. */
const CORNER_1: Shape = [
  [-1, 0],
  [-1, 1],
  [-1, 2],
  [0, -2],
  [0, -1],
  [1, -1],
  [2, -1],
  [3, -1],
];
const CORNER_2: Shape = [
  [-3, 0],
  [-2, 0],
  [-1, 0],
  [0, -4],
  [0, -3],
  [0, -2],
  [0, -1],
  [1, -1],
];
const CORNER_3: Shape = [
  [-3, 0],
  [-2, 0],
  [-1, 0],
  [0, -2],
  [0, -1],
  [1, -1],
  [2, -1],
  [3, -1],
];
const CORNER_4: Shape = [
  [-1, 0],
  [-1, -1],
  [0, -3],
  [0, -2],
  [0, -1],
  [1, -3],
  [1, -2],
  [1, -1],
];

const placements = new Map<DataMatrixSize, Placement>();

/** The placement of a size; computed once. */
export function placementOf(size: DataMatrixSize): Placement {
  const made = placements.get(size) ?? makePlacement(size);
  placements.set(size, made);
  return made;
}

function makePlacement(size: DataMatrixSize): Placement {
  const { rows, columns, regionsDown, regionsAcross } = size;
  const template = new Uint8Array(rows * columns);
  const [regionHeight, regionWidth] = [rows / regionsDown, columns / regionsAcross];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [down, across] = [row % regionHeight, column % regionWidth];
      const isSolid = across === 0 || down === regionHeight - 1;
      const isDotted = (down === 0 && column % 2 === 0) || (across === regionWidth - 1 && row % 2 === 1);
      if (isSolid || isDotted) template[row * columns + column] = 1;
    }
  }
  const matrix = new Matrix(rows - 2 * regionsDown, columns - 2 * regionsAcross);
  matrix.walk();
  const inSymbol = ({ row, column }: Module): number => {
    const down = row + 1 + 2 * Math.floor(row / (regionHeight - 2));
    return down * columns + column + 1 + 2 * Math.floor(column / (regionWidth - 2));
  };
  for (const module of matrix.freeCorner()) template[inSymbol(module)] = 1;
  return { template, places: Uint16Array.from(matrix.path, inSymbol) };
}

interface Module {
  row: number;
  column: number;
}

/** The mapping matrix of all regions without borders, filled along diagonals (ISO/IEC 16022, annex F). */
class Matrix {
  readonly path: Module[] = [];
  readonly #height: number;
  readonly #width: number;
  readonly #taken: Uint8Array;

  constructor(height: number, width: number) {
    this.#height = height;
    this.#width = width;
    this.#taken = new Uint8Array(height * width);
  }

  walk(): void {
    let [row, column] = [4, 0];
    do {
      this.#takeCorner(row, column);
      do {
        if (row < this.#height && column >= 0) this.#takeUsual(row, column);
        row -= 2;
        column += 2;
      } while (row >= 0 && column < this.#width);
      row += 1;
      column += 3;
      do {
        if (row >= 0 && column < this.#width) this.#takeUsual(row, column);
        row += 2;
        column -= 2;
      } while (row < this.#height && column >= 0);
      row += 3;
      column += 1;
    } while (row < this.#height || column < this.#width);
  }

  /** The dark modules of the lower right corner if no codeword uses it. */
  freeCorner(): Module[] {
    if (this.#taken[this.#height * this.#width - 1]) return [];
    return [
      { row: this.#height - 2, column: this.#width - 2 },
      { row: this.#height - 1, column: this.#width - 1 },
    ];
  }

  #takeCorner(row: number, column: number): void {
    const [height, width] = [this.#height, this.#width];
    if (column === 2 && row === height + 4 && width % 8 === 0) this.#take(CORNER_4, { row: 0, column: 0 });
    if (column !== 0) return;
    if (row === height) this.#take(CORNER_1, { row: 0, column: 0 });
    if (row !== height - 2) return;
    if (width % 8 === 4) this.#take(CORNER_3, { row: 0, column: 0 });
    else if (width % 4 !== 0) this.#take(CORNER_2, { row: 0, column: 0 });
  }

  #takeUsual(row: number, column: number): void {
    if (!this.#taken[row * this.#width + column]) this.#take(USUAL, { row, column });
  }

  /** Places a codeword. Modules beyond an edge wrap to the opposite edge with the offset that the standard defines. */
  #take(shape: Shape, from: Module): void {
    for (const [down, across] of shape) {
      let row = from.row + down;
      let column = from.column + across;
      if (shape !== USUAL) {
        row += row < 0 ? this.#height : 0;
        column += column < 0 ? this.#width : 0;
      }
      if (row < 0) {
        row += this.#height;
        column += 4 - ((this.#height + 4) % 8);
      }
      if (column < 0) {
        column += this.#width;
        row += 4 - ((this.#width + 4) % 8);
      }
      this.#taken[row * this.#width + column] = 1;
      this.path.push({ row, column });
    }
  }
}
