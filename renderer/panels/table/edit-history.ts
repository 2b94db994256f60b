import { shallowRef } from 'vue';

/** One cell that was or is to be changed. */
export interface CellEdit {
  row: number;
  column: string;
  was: string;
  value: string;
  /** Of the rows in which this row has this number. */
  rowsVersion: string | undefined;
}

export type Direction = 'edit' | 'undo' | 'redo';

/** Steps that can be taken back: of the longest cells some 200 MB. */
const MOST_STEPS = 500;

/** What was changed and can be taken back, and what was taken back and can be made again. */
export function editHistory() {
  const undoable = shallowRef<readonly CellEdit[]>([]);
  const redoable = shallowRef<readonly CellEdit[]>([]);

  /** An edit was made, in one of the three ways. */
  function remember(edit: CellEdit, direction: Direction): void {
    if (direction === 'undo') {
      undoable.value = undoable.value.slice(0, -1);
      redoable.value = [...redoable.value, reversed(edit)];
      return;
    }
    undoable.value = [...undoable.value, edit].slice(-MOST_STEPS);
    redoable.value = direction === 'redo' ? redoable.value.slice(0, -1) : [];
  }

  return { undoable, redoable, remember };
}

/** The edit that takes an edit back. */
export function reversed({ was, value, ...place }: CellEdit): CellEdit {
  return { ...place, was: value, value: was };
}
