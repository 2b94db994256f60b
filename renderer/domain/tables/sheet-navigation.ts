/** A cell by row and column, from 0; row -1 is the header. */
export interface CellPlace {
  row: number;
  column: number;
}

/** The size of the sheet, and the number of visible rows. */
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

/** The cell that a key moves to; undefined for other keys. `isForward` is false for right-to-left text. */
export function cellAfter(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { from, size, isForward }: { from: CellPlace; size: SheetSize; isForward: boolean },
): CellPlace | undefined {
  const step = STEPS[ctrlKey || metaKey ? `Control+${key}` : key];
  if (!step) return undefined;
  const { row, column } = step(from, size, isForward);
  return { row: Math.max(-1, Math.min(size.rows - 1, row)), column: Math.max(0, Math.min(size.columns - 1, column)) };
}
