/** Possible delimiters of cells; on a tie the earlier one wins. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
/** A delimiter of cells. */
export type Delimiter = (typeof DELIMITERS)[number];

const SAMPLE_ROWS = 20;

/**
 * Guesses the delimiter from the beginning of a file: the one with the same number of occurrences, outside quotes, in most rows; a comma if
 * there is none.
 */
export function sniffDelimiter(start: string): Delimiter {
  const rows = countDelimiters(start);
  let best: { delimiter: Delimiter; agreeing: number; count: number } = { delimiter: ',', agreeing: 0, count: 0 };
  for (const [index, delimiter] of DELIMITERS.entries()) {
    const count = rows[0]?.[index] ?? 0;
    if (count === 0) continue;
    const agreeing = rows.filter((row) => row[index] === count).length;
    if (agreeing > best.agreeing || (agreeing === best.agreeing && count > best.count)) best = { delimiter, agreeing, count };
  }
  return best.delimiter;
}

/** Occurrences of each delimiter in each of the first rows. */
function countDelimiters(start: string): number[][] {
  const rows: number[][] = [];
  let row = DELIMITERS.map(() => 0);
  let isQuoted = false;
  let isEmpty = true;
  for (const character of start) {
    if (!isQuoted && (character === '\n' || character === '\r')) {
      if (!isEmpty) rows.push(row);
      if (rows.length === SAMPLE_ROWS) return rows;
      row = DELIMITERS.map(() => 0);
      isEmpty = true;
      continue;
    }
    isEmpty = false;
    if (character === '"') isQuoted = !isQuoted;
    const index = (DELIMITERS as readonly string[]).indexOf(character);
    if (!isQuoted && index >= 0) row[index] = (row[index] ?? 0) + 1;
  }
  if (!isEmpty) rows.push(row);
  return rows;
}
