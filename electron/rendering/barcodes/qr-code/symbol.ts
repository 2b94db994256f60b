import { makeReedSolomon, writeChecks } from '../encoding/reed-solomon.ts';
import type { ReedSolomon } from '../encoding/reed-solomon.ts';
import type { MatrixSymbol } from '../encoding/symbols.ts';
import { EDGE, emptyPlane, templateOf } from './symbol-template.ts';
import type { SymbolTemplate, Plane } from './symbol-template.ts';
import { formatPlaces, versionPlaces } from './pattern.ts';
import { penaltyOf } from './penalty.ts';
import type { EccLevel, Version } from './versions.ts';

/** Format bits of the error correction levels (ISO/IEC 18004, table 12). */
const LEVEL_BITS: Readonly<Record<EccLevel, number>> = { L: 1, M: 0, Q: 3, H: 2 };
const FORMAT_MASK = 0b101_0100_0001_0010;
const FORMAT_GENERATOR = 0b101_0011_0111;
const VERSION_GENERATOR = 0b1_1111_0010_0101;

const codes = new Map<number, ReedSolomon>();

/** Buffers for one version, reused by every symbol. */
interface Workspace {
  template: SymbolTemplate;
  plane: Plane;
  masked: Plane;
  all: Uint8Array;
  /** Positions of format and version bits in the finished symbol. */
  formatPlaces: readonly (readonly number[])[];
  versionPlaces: readonly (readonly number[])[];
}

const workspaces: (Workspace | undefined)[] = [];

/** The symbol of data codewords, with the mask that has the lowest penalty. */
export function drawSymbol(data: Uint8Array, version: Version, level: EccLevel): MatrixSymbol {
  const workspace = workspaceOf(version);
  interleave(data, workspace.all, { version, level });
  place(workspace);
  const mask = chooseMask(workspace);
  const { size } = version;
  const modules = readModules(workspace, mask);
  writeBits(modules, withCheckBits((LEVEL_BITS[level] << 3) | mask, FORMAT_GENERATOR, 10) ^ FORMAT_MASK, workspace.formatPlaces);
  writeBits(modules, withCheckBits(version.number, VERSION_GENERATOR, 12), workspace.versionPlaces);
  modules[(size - 8) * size + 8] = 1;
  return { width: size, height: size, modules };
}

function workspaceOf({ number, size, codewords }: Version): Workspace {
  const cached = workspaces[number];
  if (cached) return cached;
  const template = templateOf(number);
  const indices = (places: readonly (readonly { row: number; column: number }[])[]): number[][] =>
    places.map((bit) => bit.map(({ row, column }) => row * size + column));
  const made: Workspace = {
    template,
    plane: emptyPlane(template),
    masked: emptyPlane(template),
    all: new Uint8Array(codewords),
    formatPlaces: indices(formatPlaces(size)),
    versionPlaces: indices(versionPlaces(size)),
  };
  workspaces[number] = made;
  return made;
}

/**
 * Interleaves the data codewords of all blocks, then their check codewords (ISO/IEC 18004, 7.6). The last blocks may have one codeword
 * more.
 */
function interleave(data: Uint8Array, all: Uint8Array, { version, level }: { version: Version; level: EccLevel }): void {
  const { dataCodewords, blocks, checksPerBlock } = version.capacities[level];
  const code = codes.get(checksPerBlock) ?? makeReedSolomon({ field: 0x11d, firstRoot: 0, degree: checksPerBlock });
  codes.set(checksPerBlock, code);
  const shortLength = Math.floor(dataCodewords / blocks);
  const longBlocks = dataCodewords % blocks;
  let start = 0;
  for (let block = 0; block < blocks; block += 1) {
    const count = block < blocks - longBlocks ? shortLength : shortLength + 1;
    for (let index = 0; index < shortLength; index += 1) all[index * blocks + block] = data[start + index] ?? 0;
    if (count > shortLength) all[shortLength * blocks + block - (blocks - longBlocks)] = data[start + shortLength] ?? 0;
    writeChecks(
      code,
      { bytes: data, start, count, step: 1 },
      { bytes: all, start: dataCodewords + block, count: checksPerBlock, step: blocks },
    );
    start += count;
  }
}

function place({ template, plane, all }: Workspace): void {
  const { rowPlaces, columnPlaces } = template;
  const { rows, columns } = plane;
  rows.set(template.pattern.rows);
  columns.set(template.pattern.columns);
  for (let index = 0; index < all.length * 8; index += 1) {
    const bit = ((all[index >> 3] ?? 0) >>> (7 - (index & 7))) & 1;
    const rowPlace = rowPlaces[index] ?? 0;
    const columnPlace = columnPlaces[index] ?? 0;
    rows[rowPlace >> 5] = (rows[rowPlace >> 5] ?? 0) | (bit << rowPlace);
    columns[columnPlace >> 5] = (columns[columnPlace >> 5] ?? 0) | (bit << columnPlace);
  }
}

/** The first mask with the lowest penalty. */
function chooseMask({ template, plane, masked }: Workspace): number {
  let [best, lowest] = [0, Infinity];
  for (const [index, mask] of template.masks.entries()) {
    combine(plane.rows, mask.rows, masked.rows);
    combine(plane.columns, mask.columns, masked.columns);
    const penalty = penaltyOf(template, masked, lowest);
    if (penalty < lowest) [best, lowest] = [index, penalty];
  }
  return best;
}

function combine(a: Int32Array, b: Int32Array, result: Int32Array): void {
  for (let index = 0; index < result.length; index += 1) result[index] = (a[index] ?? 0) ^ (b[index] ?? 0);
}

function readModules({ template, plane }: Workspace, maskIndex: number): Uint8Array {
  const { size, stride } = template;
  const mask = template.masks[maskIndex]?.rows ?? plane.rows;
  const modules = new Uint8Array(size * size);
  let at = 0;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0, word = EDGE + row; column < size; column += 32, word += stride) {
      const end = Math.min(32, size - column);
      let bits = (plane.rows[word] ?? 0) ^ (mask[word] ?? 0);
      for (let bit = 0; bit < end; bit += 1, at += 1, bits >>>= 1) modules[at] = bits & 1;
    }
  }
  return modules;
}

function writeBits(modules: Uint8Array, bits: number, places: readonly (readonly number[])[]): void {
  for (const [index, positions] of places.entries()) {
    const bit = (bits >>> (places.length - 1 - index)) & 1;
    for (const position of positions) modules[position] = bit;
  }
}

/** The value followed by the remainder of its division by the generator polynomial. */
function withCheckBits(value: number, generator: number, bits: number): number {
  let rest = value << bits;
  while (32 - Math.clz32(rest) > bits) rest ^= generator << (31 - Math.clz32(rest) - bits);
  return (value << bits) | rest;
}
