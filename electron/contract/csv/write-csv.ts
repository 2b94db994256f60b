/**
 * One row of a CSV file after RFC 4180. The data is given out verbatim, also what a spreadsheet takes for a formula: this text
 * goes back into a table unchanged. Escaping formulas belongs to exports that are made for spreadsheets.
 */
export function csvRow(cells: readonly string[]): string {
  // A blank line is no row, so the only cell of a row must show even when it is empty.
  if (cells.length === 1 && cells[0] === '') return '""\r\n';
  return cells.map(csvCell).join(',') + '\r\n';
}

/** Also quotes what a reader could take for another delimiter or for a byte order mark. */
const NEEDS_QUOTES = /[",;\t|\r\n\ufeff]/;

function csvCell(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
