/** The names in a font file. */
export interface FontNames {
  family: string;
  style: string;
}

const NAME_TABLE = 0x6e616d65;
/** Name IDs of the OpenType `name` table in order of preference: typographic family and style, then the legacy pair. */
const FAMILY_IDS = [16, 1];
const STYLE_IDS = [17, 2];
const WINDOWS = 3;
const ENGLISH = 0x0409;

interface NameRecord {
  id: number;
  isEnglish: boolean;
  text: string;
}

/** Family and style from the `name` table of a TrueType or OpenType file; undefined if there are none that can be read. */
export function readFontNames(bytes: Uint8Array): FontNames | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const records = readRecords(view);
    const family = pickName(records, FAMILY_IDS);
    return family === undefined ? undefined : { family, style: pickName(records, STYLE_IDS) ?? '' };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readRecords(view: DataView): NameRecord[] {
  const table = findTable(view);
  if (table === undefined) return [];
  const count = view.getUint16(table + 2);
  const texts = table + view.getUint16(table + 4);
  const records: NameRecord[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = table + 6 + 12 * index;
    if (view.getUint16(at) !== WINDOWS) continue;
    const text = readUtf16(view, texts + view.getUint16(at + 10), view.getUint16(at + 8));
    records.push({ id: view.getUint16(at + 6), isEnglish: view.getUint16(at + 4) === ENGLISH, text });
  }
  return records;
}

function findTable(view: DataView): number | undefined {
  const count = view.getUint16(4);
  for (let index = 0; index < count; index += 1) {
    const at = 12 + 16 * index;
    if (view.getUint32(at) === NAME_TABLE) return view.getUint32(at + 8);
  }
  return undefined;
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
