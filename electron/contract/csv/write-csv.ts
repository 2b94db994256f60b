/**
 * One row of a CSV file according to RFC 4180. Cells are written verbatim, including text that a spreadsheet would take for a formula, so
 * that an import restores them. Use `spreadsheetRow` for files that people open in a spreadsheet.
 */
export function csvRow(cells: readonly string[]): string {
  // Readers skip blank lines, so a single empty cell is written in quotes.
  if (cells.length === 1 && cells[0] === '') return '""\r\n';
  return cells.map(csvCell).join(',') + '\r\n';
}

/** Makes a spreadsheet read the file as UTF-8 if the file begins with it. */
export const BYTE_ORDER_MARK = '\ufeff';

/** One row of a file that people open in a spreadsheet. An apostrophe before text that begins like a formula prevents its evaluation. */
export function spreadsheetRow(cells: readonly string[]): string {
  return csvRow(cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)));
}

/** Also quotes characters that a reader could take for another delimiter or a byte order mark. */
const NEEDS_QUOTES = /[",;\t|\r\n\ufeff]/;

function csvCell(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
