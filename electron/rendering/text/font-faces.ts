/** Returns bytes of a font file. Throws a RangeError for bytes beyond its end. */
export type ReadBytes = (offset: number, length: number) => Uint8Array;

interface FontTable {
  tag: string;
  /** Its first 8 bytes in the directory: tag and checksum. */
  head: Uint8Array;
  offset: number;
  length: number;
}

interface FaceDirectory {
  /** Its first 12 bytes: the kind of outlines, and the number of tables. */
  header: Uint8Array;
  tables: readonly FontTable[];
}

const COLLECTION = 0x7474_6366;
/** TrueType, OpenType with CFF outlines, and the TrueType of old Apple fonts. */
const FONT_VERSIONS: readonly number[] = [0x0001_0000, 0x4f54_544f, 0x7472_7565];
const COLLECTION_HEADER_BYTES = 12;
const HEADER_BYTES = 12;
const RECORD_BYTES = 16;
/** The largest collections have some 50 faces, and the richest fonts some 40 tables. */
const MAX_FACES = 256;
const MAX_TABLES = 256;

/** Reads from a file in memory. */
export function readFrom(bytes: Uint8Array): ReadBytes {
  return (offset, length) => {
    if (offset + length > bytes.length) throw new RangeError('the file is truncated');
    return bytes.subarray(offset, offset + length);
  };
}

/**
 * Where the faces of a font file begin: one for a font, several for a collection (.ttc, .otc), none for a file that is neither. Throws a
 * RangeError for a damaged file.
 */
export function faceOffsets(read: ReadBytes): number[] {
  const tag = viewOf(read(0, 4)).getUint32(0);
  if (FONT_VERSIONS.includes(tag)) return [0];
  if (tag !== COLLECTION) return [];
  const count = viewOf(read(0, COLLECTION_HEADER_BYTES)).getUint32(8);
  if (count > MAX_FACES) throw new RangeError(`a collection has at most ${MAX_FACES} fonts`);
  const offsets = viewOf(read(COLLECTION_HEADER_BYTES, 4 * count));
  return Array.from({ length: count }, (_, face) => offsets.getUint32(4 * face));
}

/**
 * Copies one face into a font file of its own, with all its tables or only the named ones. Throws a RangeError for a damaged file, also for
 * one whose tables overlap so that the face would be larger than `maxBytes`.
 */
export function copyFace(read: ReadBytes, offset: number, { tags, maxBytes }: { tags?: readonly string[]; maxBytes: number }): FontBytes {
  const { header, tables } = readDirectory(read, offset);
  const copied = tags ? tables.filter(({ tag }) => tags.includes(tag)) : tables;
  const size = copied.reduce((sum, { length }) => sum + aligned(length), HEADER_BYTES + RECORD_BYTES * copied.length);
  if (size > maxBytes) throw new RangeError(`one of its fonts takes ${size} bytes`);
  const font = new Uint8Array(size);
  const view = viewOf(font);
  font.set(header);
  view.setUint16(4, copied.length);
  let end = HEADER_BYTES + RECORD_BYTES * copied.length;
  for (const [index, table] of copied.entries()) {
    const record = HEADER_BYTES + RECORD_BYTES * index;
    font.set(table.head, record);
    font.set(read(table.offset, table.length), end);
    view.setUint32(record + 8, end);
    view.setUint32(record + 12, table.length);
    end += aligned(table.length);
  }
  return font;
}

type FontBytes = Uint8Array<ArrayBuffer>;

/** One table of a face; undefined if it has none of that name. Throws a RangeError for a damaged file. */
export function readTable(read: ReadBytes, offset: number, tag: string): Uint8Array | undefined {
  const table = readDirectory(read, offset).tables.find((other) => other.tag === tag);
  return table && read(table.offset, table.length);
}

function readDirectory(read: ReadBytes, offset: number): FaceDirectory {
  const header = read(offset, HEADER_BYTES);
  const count = viewOf(header).getUint16(4);
  if (!FONT_VERSIONS.includes(viewOf(header).getUint32(0)) || count > MAX_TABLES) throw new RangeError('it has no directory of tables');
  const records = read(offset + HEADER_BYTES, RECORD_BYTES * count);
  const view = viewOf(records);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = RECORD_BYTES * index;
    const tag = String.fromCharCode(...records.subarray(at, at + 4));
    return { tag, head: records.subarray(at, at + 8), offset: view.getUint32(at + 8), length: view.getUint32(at + 12) };
  });
  return { header, tables };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function aligned(length: number): number {
  return Math.ceil(length / 4) * 4;
}
