import { shallowRef } from 'vue';

/** An edit of one cell. */
export interface CellEdit {
  row: number;
  column: string;
  was: string;
  value: string;
  /** The version of the rows in which this row has this number. */
  rowsVersion: string | undefined;
}

export type Direction = 'edit' | 'undo' | 'redo';

/** The limit of undo steps: some 200 MB with the longest cells. */
const MAX_STEPS = 500;

/** The edits that can be undone, and the undone ones that can be redone. */
export function editHistory() {
  const undoable = shallowRef<readonly CellEdit[]>([]);
  const redoable = shallowRef<readonly CellEdit[]>([]);

  /** Records an edit, an undo or a redo. */
  function remember(edit: CellEdit, direction: Direction): void {
    if (direction === 'undo') {
      undoable.value = undoable.value.slice(0, -1);
      redoable.value = [...redoable.value, reversed(edit)];
      return;
    }
    undoable.value = [...undoable.value, edit].slice(-MAX_STEPS);
    redoable.value = direction === 'redo' ? redoable.value.slice(0, -1) : [];
  }

  return { undoable, redoable, remember };
}

/** The reverse of an edit. */
export function reversed({ was, value, ...place }: CellEdit): CellEdit {
  return { ...place, was: value, value: was };
}
