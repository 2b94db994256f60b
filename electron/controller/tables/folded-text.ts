/** Parts the cells of a row in its folded text; nobody types it. */
export const CELL_END = '\u001f';

/**
 * The form in which text is searched: upper and lower case alike in every script, "Straße" like "STRASSE", and composed like
 * decomposed accents. Upper case, because it does not depend on a letter's neighbours as the Greek sigma's lower case does.
 */
export function foldedText(text: string): string {
  return text.toUpperCase().normalize('NFC');
}

/** All cells of a row in one searchable text. */
export function foldedRow(cells: readonly string[]): string {
  return foldedText(cells.join(CELL_END));
}
