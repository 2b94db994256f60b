/**
 * One row of a CSV file after RFC 4180. The data is given out verbatim, also what a spreadsheet takes for a formula: this text
 * goes back into a table unchanged. What is made for spreadsheets is written by `spreadsheetRow`.
 */
export function csvRow(cells: readonly string[]): string {
  // A blank line is no row, so the only cell of a row must show even when it is empty.
  if (cells.length === 1 && cells[0] === '') return '""\r\n';
  return cells.map(csvCell).join(',') + '\r\n';
}

/** With it, at the beginning of a file, a spreadsheet reads the file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/** One row of a file that people open in a spreadsheet: it would calculate what begins like a formula, and an apostrophe makes that text. */
export function spreadsheetRow(cells: readonly string[]): string {
  return csvRow(cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)));
}

/** Also quotes what a reader could take for another delimiter or for a byte order mark. */
const NEEDS_QUOTES = /[",;\t|\r\n\ufeff]/;

function csvCell(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
