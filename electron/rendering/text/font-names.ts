import { faceOffsets, readFrom, readTable, type ReadBytes } from './font-faces.ts';

/** The names in a font file, and the terms under which the font may be used, as it states them. */
export interface FontNames {
  family: string;
  style: string;
  /** The text of the licence, or a description of it. */
  licence?: string;
  licenceUrl?: string;
  copyright?: string;
}

/** Name IDs of the OpenType `name` table in order of preference: typographic family and style, then the legacy pair. */
const FAMILY_IDS = [16, 1];
const STYLE_IDS = [17, 2];
const COPYRIGHT_ID = 0;
const LICENCE_ID = 13;
const LICENCE_URL_ID = 14;
const WINDOWS = 3;
const ENGLISH = 0x0409;
/** Far more than a font has in all languages. */
const MAX_RECORDS = 4_096;
/** Longer texts are cut off: some fonts contain their whole licence. */
const MAX_BYTES = 2 * 16_384;

interface NameRecord {
  id: number;
  isEnglish: boolean;
  text: string;
}

/** The names of the only or first font in a file; undefined if there are none that can be read. */
export function readFontNames(bytes: Uint8Array): FontNames | undefined {
  return readAllFontNames(bytes)[0];
}

/** The names of all fonts in a file, several for a collection; undefined for a font whose names cannot be read. */
export function readAllFontNames(bytes: Uint8Array): (FontNames | undefined)[] {
  const read = readFrom(bytes);
  return attempt(() => faceOffsets(read).map((offset) => attempt(() => readFaceNames(read, offset)))) ?? [];
}

/** The names of the font that begins at an offset. Throws a RangeError for a damaged file. */
export function readFaceNames(read: ReadBytes, offset: number): FontNames | undefined {
  const table = readTable(read, offset, 'name');
  if (!table) return undefined;
  const records = readRecords(new DataView(table.buffer, table.byteOffset, table.byteLength));
  const family = pickName(records, FAMILY_IDS);
  if (family === undefined) return undefined;
  const terms = {
    licence: pickName(records, [LICENCE_ID]),
    licenceUrl: pickName(records, [LICENCE_URL_ID]),
    copyright: pickName(records, [COPYRIGHT_ID]),
  };
  const known = Object.fromEntries(Object.entries(terms).filter(([, text]) => text !== undefined));
  return { family, style: pickName(records, STYLE_IDS) ?? '', ...known };
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readRecords(view: DataView): NameRecord[] {
  const count = Math.min(view.getUint16(2), MAX_RECORDS);
  const texts = view.getUint16(4);
  const records: NameRecord[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = 6 + 12 * index;
    if (view.getUint16(at) !== WINDOWS) continue;
    const text = readUtf16(view, texts + view.getUint16(at + 10), Math.min(view.getUint16(at + 8), MAX_BYTES));
    records.push({ id: view.getUint16(at + 6), isEnglish: view.getUint16(at + 4) === ENGLISH, text });
  }
  return records;
}

function readUtf16(view: DataView, start: number, length: number): string {
  let text = '';
  for (let at = start; at + 1 < start + length; at += 2) text += String.fromCharCode(view.getUint16(at));
  return text.trim();
}

function pickName(records: readonly NameRecord[], ids: readonly number[]): string | undefined {
  for (const id of ids) {
    const found = records.filter((record) => record.id === id && record.text !== '');
    const best = found.find(({ isEnglish }) => isEnglish) ?? found[0];
    if (best) return best.text;
  }
  return undefined;
}
