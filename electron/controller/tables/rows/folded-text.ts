/** Separates the cells of a row in its folded text; a control character that is not typed. */
export const CELL_END = '\u001f';

/**
 * The form in which text is searched: case-insensitive in every script, "Straße" like "STRASSE", and independent of Unicode composition.
 * Upper case, because unlike lower case (Greek sigma) it does not depend on neighbouring letters.
 */
export function foldedText(text: string): string {
  return text.toUpperCase().normalize('NFC');
}

/** All cells of a row in one searchable text. */
export function foldedRow(cells: readonly string[]): string {
  return foldedText(cells.join(CELL_END));
}
