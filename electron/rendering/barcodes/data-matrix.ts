import { CodewordWriter } from './data-matrix/codewords.ts';
import type { Characters } from './data-matrix/codewords.ts';
import { placementOf } from './data-matrix/module-placement.ts';
import { RECTANGULAR_SIZES, SQUARE_SIZES } from './data-matrix/sizes.ts';
import type { DataMatrixSize } from './data-matrix/sizes.ts';
import { FNC1 } from './data-matrix/values.ts';
import { makeReedSolomon, writeChecks } from './encoding/reed-solomon.ts';
import type { ReedSolomon } from './encoding/reed-solomon.ts';
import { SymbolError } from './encoding/symbols.ts';
import type { MatrixSymbol } from './encoding/symbols.ts';

/** Width of the quiet zone in modules. */
export const DATA_MATRIX_QUIET_ZONE = 1;
const MAX_CHARACTERS = 3_116;
/** Codewords of the largest symbol, including error correction. */
const MAX_CODEWORDS = 2_178;

/** Codewords before the text. */
const GS1_PREFIX = [232];
/** Marks the following bytes as UTF-8 (ECI 26); without it readers guess the encoding. */
const UTF8_PREFIX = [241, 27];

/** ISO/IEC 16022, 5.2.4.7: a single codeword replaces the header and trailer of two document formats. */
const MACROS = [
  { begins: '[)>\x1e05\x1d', prefix: [236] },
  { begins: '[)>\x1e06\x1d', prefix: [237] },
] as const;
const MACRO_ENDS = '\x1e\x04';

/** FNC1 as written by `gs1Text`. */
const GS1_SEPARATOR = 0x1d;

/** Required size of the symbol. */
export interface DataMatrixShape {
  /** Width and height in modules; undefined for the smallest that fits. */
  size: { width: number; height: number } | undefined;
  isRectangular: boolean;
}

const utf8 = new TextEncoder();
const codes = new Map<number, ReedSolomon>();
/** Reused by every symbol. */
const characters: Characters = { codes: new Uint16Array(MAX_CHARACTERS), length: 0 };
const codewords = new Uint8Array(MAX_CODEWORDS);

/** Encodes any text as a Data Matrix; non-ASCII text is marked as UTF-8. Throws a `SymbolError`. */
export function encodeDataMatrix(text: string, shape: DataMatrixShape): MatrixSymbol {
  if (text === '') throw new SymbolError('DataMatrix needs at least one character');
  if (text.length > MAX_CHARACTERS) throw tooLong(text.length);
  if (!readCharacters(text)) {
    readUtf8(text);
    return encodeCharacters(UTF8_PREFIX, shape);
  }
  const macro = MACROS.find(({ begins }) => text.startsWith(begins) && text.endsWith(MACRO_ENDS));
  if (macro) readCharacters(text.slice(macro.begins.length, -MACRO_ENDS.length));
  return encodeCharacters(macro?.prefix ?? [], shape);
}

/** Encodes a text made by `gs1Text` as a GS1 DataMatrix. Throws a `SymbolError`. */
export function encodeGs1DataMatrix(text: string, shape: DataMatrixShape): MatrixSymbol {
  if (text.length > MAX_CHARACTERS) throw tooLong(text.length);
  readCharacters(text);
  const { codes } = characters;
  for (let index = 0; index < text.length; index += 1) if (codes[index] === GS1_SEPARATOR) codes[index] = FNC1;
  return encodeCharacters(GS1_PREFIX, shape);
}

/** Reads the text into `characters`; true if all of it is ASCII. */
function readCharacters(text: string): boolean {
  const { codes } = characters;
  characters.length = text.length;
  let highest = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    highest |= code;
    codes[index] = code;
  }
  return highest < 128;
}

function readUtf8(text: string): void {
  const bytes = utf8.encode(text);
  if (bytes.length > MAX_CHARACTERS) throw tooLong(bytes.length);
  characters.codes.set(bytes);
  characters.length = bytes.length;
}

function tooLong(length: number): SymbolError {
  return new SymbolError(`DataMatrix holds at most ${MAX_CHARACTERS} characters, not ${length}`);
}

function encodeCharacters(prefix: readonly number[], shape: DataMatrixShape): MatrixSymbol {
  const sizes = sizesOf(shape);
  const size = new CodewordWriter(characters, sizes, codewords).write(prefix);
  if (!size)
    throw new SymbolError(
      `The data do not fit into the code: ${characters.length} characters are too many for a DataMatrix${limitOf(sizes)}`,
    );
  addChecks(size);
  return draw(size);
}

function sizesOf({ size, isRectangular }: DataMatrixShape): readonly DataMatrixSize[] {
  if (!size) return isRectangular ? RECTANGULAR_SIZES : SQUARE_SIZES;
  const { width, height } = size;
  const found = [...SQUARE_SIZES, ...RECTANGULAR_SIZES].filter(({ rows, columns }) => rows === height && columns === width);
  if (found.length === 0) throw new SymbolError(`There is no DataMatrix of ${width} x ${height} modules`);
  return found;
}

function limitOf(sizes: readonly DataMatrixSize[]): string {
  const [size] = sizes;
  if (size && sizes.length === 1) return ` of ${size.columns} x ${size.rows} modules`;
  return sizes === RECTANGULAR_SIZES ? ' that is not square' : '';
}

/** Appends the check codewords of all interleaved blocks to the interleaved data (ISO/IEC 16022, 5.7.1). */
function addChecks({ dataCodewords, checks, blocks }: DataMatrixSize): void {
  const degree = checks / blocks;
  const code = codes.get(degree) ?? makeReedSolomon({ field: 0x12d, firstRoot: 1, degree });
  codes.set(degree, code);
  // In the largest symbol the last two blocks are shorter, and their check codewords come first.
  const longBlocks = dataCodewords % blocks;
  for (let block = 0; block < blocks; block += 1) {
    const count = Math.ceil((dataCodewords - block) / blocks);
    const start = dataCodewords + ((block + blocks - longBlocks) % blocks);
    writeChecks(code, { bytes: codewords, start: block, count, step: blocks }, { bytes: codewords, start, count: degree, step: blocks });
  }
}

function draw(size: DataMatrixSize): MatrixSymbol {
  const { template, places } = placementOf(size);
  const modules = template.slice();
  for (let index = 0; index < places.length; index += 1) {
    modules[places[index] ?? 0] = ((codewords[index >> 3] ?? 0) >>> (7 - (index & 7))) & 1;
  }
  return { width: size.columns, height: size.rows, modules };
}
