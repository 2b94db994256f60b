/** One line of a comparison of two texts. */
export interface DifferenceLine {
  side: 'both' | 'mine' | 'theirs';
  text: string;
}

/** Lines that are compared one by one; longer differences are shown as one block against the other. */
const MAX = 1_500;

/** Compares two texts line by line: lines in both, only in `mine`, only in `theirs`. */
export function lineDifferences(mine: string, theirs: string): DifferenceLine[] {
  const [left, right] = [mine.split('\n'), theirs.split('\n')];
  const start = commonStart(left, right);
  const end = commonStart(left.slice(start).reverse(), right.slice(start).reverse());
  const middle = between(left.slice(start, left.length - end), right.slice(start, right.length - end));
  const both = (lines: string[]) => lines.map((text): DifferenceLine => ({ side: 'both', text }));
  return [...both(left.slice(0, start)), ...middle, ...both(left.slice(left.length - end))];
}

function commonStart(left: readonly string[], right: readonly string[]): number {
  const different = left.findIndex((line, index) => line !== right[index]);
  return Math.min(different === -1 ? left.length : different, right.length);
}

/** The longest common subsequence of lines, by dynamic programming. */
function between(left: readonly string[], right: readonly string[]): DifferenceLine[] {
  const only = (side: 'mine' | 'theirs', lines: readonly string[]) => lines.map((text): DifferenceLine => ({ side, text }));
  if (left.length > MAX || right.length > MAX) return [...only('theirs', right), ...only('mine', left)];
  const at = commonLengths(left, right);
  const found: DifferenceLine[] = [];
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    if (left[row] === right[column]) {
      found.push({ side: 'both', text: left[row] ?? '' });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) > at(row, column + 1)) found.push({ side: 'mine', text: left[row++] ?? '' });
    else found.push({ side: 'theirs', text: right[column++] ?? '' });
  }
  return [...found, ...only('theirs', right.slice(column)), ...only('mine', left.slice(row))];
}

/** The length of the longest common subsequence of each pair of suffixes. */
function commonLengths(left: readonly string[], right: readonly string[]): (row: number, column: number) => number {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const isSame = left[row] === right[column];
      lengths[row * width + column] = isSame ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  return at;
}

/** How many equal lines are shown around a difference. */
const AROUND = 2;

/** Only the differences, with a few lines around each; `undefined` marks omitted lines. */
export function shortened(lines: readonly DifferenceLine[]): (DifferenceLine | undefined)[] {
  const isNear = (index: number): boolean =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ side }) => side !== 'both');
  const visible = lines.map((line, index) => (isNear(index) ? line : undefined));
  return visible.filter((line, index) => line !== undefined || visible[index - 1] !== undefined || index === 0);
}
