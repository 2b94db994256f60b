import { strFromU8, unzipSync, zipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/web-worker';
import { UnreadableError, type SourceRow } from '#contract/csv/source-row.ts';
import { excelFault, excelText, type ExcelValue } from './excel-cell.ts';

/** The limit for all parts of a workbook together, unpacked, in bytes: more does not fit into the memory of a page. */
const UNPACKED_LIMIT = 512 * 1024 * 1024;
/** The first bytes of a workbook that is older than Excel 2007 or protected with a password. */
const OLD_MARK = [0xd0, 0xcf, 0x11, 0xe0];
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/i;

export interface Worksheet {
  name: string;
  rows: SourceRow[];
}

/** All worksheets of an Excel file (.xlsx), without empty rows. Throws `UnreadableError`. Slow: call it in a worker. */
export async function readWorkbook(bytes: Uint8Array): Promise<Worksheet[]> {
  if (OLD_MARK.every((byte, index) => bytes[index] === byte)) throw new UnreadableError(1, 'excelOld');
  try {
    const sheets = await readXlsxFile<ExcelValue>(repacked(bytes), { trim: false, parseNumber: (number) => ({ number }) });
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: rowsOf(data as ExcelValue[][]) }));
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    throw new UnreadableError(1, 'excelBroken', error);
  }
}

/**
 * Repacks the file without compression, because the reader would unpack it in its own workers, which the page's content security policy
 * forbids. Turns formula errors into texts, because the reader returns them as empty cells.
 */
function repacked(bytes: Uint8Array): ArrayBuffer {
  let unpacked = 0;
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/i.test(name)) return false;
      unpacked += originalSize;
      if (unpacked > UNPACKED_LIMIT) throw new UnreadableError(1, 'excelTooLarge');
      return true;
    },
  });
  for (const [name, part] of Object.entries(parts)) if (SHEET.test(name)) parts[name] = withErrorsAsTexts(part);
  return zipSync(parts, { level: 0 }).buffer as ArrayBuffer;
}

function withErrorsAsTexts(part: Uint8Array): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(strFromU8(part).replaceAll(/(<c\s[^>]*\bt=)(?:"e"|'e')/g, '$1"str"'));
}

function rowsOf(data: readonly ExcelValue[][]): SourceRow[] {
  return data.flatMap((values, index) => (values.every((value) => value === null) ? [] : [rowOf(values, index + 1)]));
}

function rowOf(values: readonly ExcelValue[], line: number): SourceRow {
  const faults = values.flatMap((value, index) => {
    const kind = excelFault(value);
    return kind ? [{ cell: index + 1, kind }] : [];
  });
  return { line, cells: values.map(excelText), ...(faults.length > 0 && { faults }) };
}
