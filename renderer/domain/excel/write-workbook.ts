import { strToU8, Zip, ZipDeflate } from 'fflate';

/** The limits of a worksheet. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
const MAX_CHARACTERS = 32_767;
/** The maximum length of a sheet name, in UTF-16 units. */
const SHEET_NAME_LIMIT = 31;

export type TooLargeKind = 'rows' | 'columns' | 'characters';

/** Thrown for a table that exceeds the limits of a worksheet. */
export class TooLargeError extends Error {
  readonly kind: TooLargeKind;

  constructor(kind: TooLargeKind) {
    super(`a worksheet cannot hold so many ${kind}`);
    this.name = 'TooLargeError';
    this.kind = kind;
  }
}

/**
 * Writes rows as an Excel file with one worksheet (ECMA-376, only the required parts). All cells are texts, so that Excel does not change
 * digits. The file is compressed while the rows arrive. Throws `TooLargeError`.
 */
export async function writeWorkbook(name: string, batches: AsyncIterable<readonly string[][]>): Promise<Blob> {
  const pieces: BlobPart[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece as Uint8Array<ArrayBuffer>);
  });
  for (const [path, xml] of Object.entries(frame(sheetNameOf(name)))) addPart(zip, path).push(strToU8(HEAD + xml), true);
  const sheet = addPart(zip, 'xl/worksheets/sheet1.xml');
  sheet.push(strToU8(`${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`));
  let rowCount = 0;
  for await (const rows of batches) {
    if (rowCount + rows.length > MAX_ROWS) throw new TooLargeError('rows');
    const first = rowCount + 1;
    sheet.push(strToU8(rows.map((cells, index) => rowXml(cells, first + index)).join('')));
    rowCount += rows.length;
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true);
  zip.end();
  return new Blob(pieces, { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
}

function addPart(zip: Zip, path: string): ZipDeflate {
  const part = new ZipDeflate(path, { level: 1 });
  zip.add(part);
  return part;
}

function rowXml(cells: readonly string[], row: number): string {
  if (cells.length > MAX_COLUMNS) throw new TooLargeError('columns');
  return `<row r="${row}">${cells.map((cell, index) => cellXml(cell, `${columnLetters(index)}${row}`)).join('')}</row>`;
}

function cellXml(cell: string, place: string): string {
  if (cell.length > MAX_CHARACTERS) throw new TooLargeError('characters');
  return cell === '' ? '' : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** The letters of a column, counted from 0: A to Z, then AA and so on. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(A + (index % LETTERS));
  return index < LETTERS ? last : columnLetters(Math.floor(index / LETTERS) - 1) + last;
}

const A = 65;
const LETTERS = 26;

/** Writes characters that XML does not allow as Excel does, `_x0001_`, and escapes the underscore of a text that looks like such a code. */
function escaped(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll(NOT_XML, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Characters that XML does not allow, including lone surrogates, and the carriage return, which XML readers replace. */
const NOT_XML = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A sheet name cannot contain \ / ? * [ ] : and cannot start or end with an apostrophe. */
function sheetNameOf(name: string): string {
  const allowed = name
    .replaceAll(/[\\/?*[\]:\p{Cc}]/gu, ' ')
    .slice(0, SHEET_NAME_LIMIT)
    .replace(HALF_AT_END, '');
  return allowed.replaceAll(/^'+|'+$/g, '').trim() || 'Table';
}

/** Half a surrogate pair, left by truncation. */
const HALF_AT_END = /[\ud800-\udbff]$/u;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts of the file other than the worksheet. */
function frame(sheetName: string): Record<string, string> {
  const name = escaped(sheetName).replaceAll('"', '&quot;');
  return {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${KIND}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="${name}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  };
}
