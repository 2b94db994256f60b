/** Returns the number of a row in one of the two numberings. */
type RowNumbering = (row: number) => number;

/**
 * Names rows in a message with the numbers of the API, from 0, and those of the page, from 1. A single number would be the wrong row for
 * one kind of reader.
 */
export function namedRows(format: (numberOf: RowNumbering) => string): string {
  return `${format((row) => row)} (counted from 0; ${format((row) => row + 1)} on the page)`;
}

/** Names one row in a message. */
export function namedRow(row: number): string {
  return namedRows((numberOf) => `row ${numberOf(row)}`);
}
