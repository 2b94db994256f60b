import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { copyFace, faceOffsets, readFrom, type ReadBytes } from '#rendering/text/font-faces.ts';
import { readFaceNames, type FontNames } from '#rendering/text/font-names.ts';
import type { HarfBuzz } from '#rendering/text/harfbuzz.ts';
import { LoadedFont } from '#rendering/text/loaded-font.ts';

/** A font of a file: its names and its characters. */
export interface ReadFace extends FontNames {
  /** Its place in a collection; 0 for the only font of a file. */
  face: number;
  /** First and last code points of consecutive characters, alternating. */
  ranges: Uint32Array<ArrayBuffer>;
}

/** The tables that hold names and characters, so that outlines are not read. */
const TABLES = ['cmap', 'head', 'maxp', 'name', 'OS/2'];
const MAX_TABLE_BYTES = 8 * 1024 * 1024;
/** The largest font that can be copied, in bytes: as large as all installed fonts together may be. */
const MAX_FACE_BYTES = 128 * 1024 * 1024;
const NO_LINKS = constants.O_NOFOLLOW ?? 0;

/** The fonts of a file that have a name and characters. Throws a RangeError for a damaged file, and errors of the file system. */
export function readFaces(path: string, harfbuzz: HarfBuzz): ReadFace[] {
  return withFile(path, (read) =>
    faceOffsets(read).flatMap((offset, face) => {
      const bytes = copyFace(read, offset, { tags: TABLES, maxBytes: MAX_TABLE_BYTES });
      const names = readFaceNames(readFrom(bytes), 0);
      const font = new LoadedFont(harfbuzz, bytes);
      try {
        const ranges = rangesOf(font.characters());
        return names && ranges.length > 0 ? [{ ...names, face, ranges }] : [];
      } finally {
        font.free();
      }
    }),
  );
}

/** Copies one font of a file. Throws a RangeError for a damaged file, and errors of the file system. */
export function copyFontOf(path: string, face: number): Uint8Array<ArrayBuffer> {
  return withFile(path, (read) => {
    const offset = faceOffsets(read)[face];
    if (offset === undefined) throw new RangeError(`it has no font ${face}`);
    return copyFace(read, offset, { maxBytes: MAX_FACE_BYTES });
  });
}

function withFile<Result>(path: string, use: (read: ReadBytes) => Result): Result {
  const file = openSync(path, constants.O_RDONLY | NO_LINKS);
  try {
    const state = fstatSync(file);
    if (!state.isFile()) throw new RangeError('it is not a file');
    return use((offset, length) => readPart(file, state.size, { offset, length }));
  } finally {
    closeSync(file);
  }
}

function readPart(file: number, size: number, { offset, length }: { offset: number; length: number }): Uint8Array {
  if (offset + length > size) throw new RangeError('the file is truncated');
  const bytes = new Uint8Array(length);
  if (readSync(file, bytes, 0, length, offset) !== length) throw new RangeError('the file is truncated');
  return bytes;
}

function rangesOf(characters: Uint32Array): Uint32Array<ArrayBuffer> {
  const ranges: number[] = [];
  for (const code of characters) {
    if (ranges.at(-1) === code - 1) ranges[ranges.length - 1] = code;
    else ranges.push(code, code);
  }
  return new Uint32Array(ranges);
}
