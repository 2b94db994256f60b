/** Tells the number of a row in a sentence. */
type Counted = (row: number) => number;

/**
 * Rows in a message: by the numbers that the API takes and gives, which begin with 0, and by those that stand beside them on the page, which
 * begin with 1. One number alone would be the wrong row for one of those who read it.
 */
export function namedRows(say: (counted: Counted) => string): string {
  return `${say((row) => row)} (counted from 0; ${say((row) => row + 1)} on the page)`;
}

/** One row in a message. */
export function namedRow(row: number): string {
  return namedRows((counted) => `row ${counted(row)}`);
}
