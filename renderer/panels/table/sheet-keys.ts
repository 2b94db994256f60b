/** A cell by its place in the sheet, from 0; row -1 is the head with the names of the columns. */
export interface CellPlace {
  row: number;
  column: number;
}

/** How far the sheet goes, and how many rows are seen at once. */
interface SheetSize {
  rows: number;
  columns: number;
  rowsInView: number;
}

type Step = (from: CellPlace, size: SheetSize, isForward: boolean) => CellPlace;

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }, _size, isForward) => ({ row, column: column + (isForward ? -1 : 1) }),
  ArrowRight: ({ row, column }, _size, isForward) => ({ row, column: column + (isForward ? 1 : -1) }),
  PageUp: ({ row, column }, { rowsInView }) => ({ row: Math.max(0, row - rowsInView), column }),
  PageDown: ({ row, column }, { rowsInView }) => ({ row: row + rowsInView, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { columns }) => ({ row, column: columns - 1 }),
  'Control+Home': ({ column }) => ({ row: 0, column }),
  'Control+End': ({ column }, { rows }) => ({ row: rows - 1, column }),
};

/** Where a key leads from a cell; undefined for a key that leads nowhere. `isForward` is false where text runs from right to left. */
export function cellAfter(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { from, size, isForward }: { from: CellPlace; size: SheetSize; isForward: boolean },
): CellPlace | undefined {
  const step = STEPS[ctrlKey || metaKey ? `Control+${key}` : key];
  if (!step) return undefined;
  const { row, column } = step(from, size, isForward);
  return { row: Math.max(-1, Math.min(size.rows - 1, row)), column: Math.max(0, Math.min(size.columns - 1, column)) };
}
