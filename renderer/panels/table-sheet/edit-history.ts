import { shallowRef } from 'vue';
import { reversed, type TableEdit } from '../../domain/tables/table-edit.ts';

export type Direction = 'edit' | 'undo' | 'redo';

/** A written edit and its direction, and the version of the rows after it if their numbers have changed. */
export interface WrittenEdit {
  edit: TableEdit;
  direction: Direction;
  rowsVersion: string | undefined;
}

/** The limit of undo steps: some 200 MB with the longest cells. */
const MAX_STEPS = 500;

/** The edits that can be undone, and the undone ones that can be redone. */
export function editHistory() {
  const undoable = shallowRef<readonly TableEdit[]>([]);
  const redoable = shallowRef<readonly TableEdit[]>([]);

  /** Records an edit, an undo or a redo. Nothing can be undone after an edit that has no reverse. */
  function remember({ edit, direction, rowsVersion }: WrittenEdit): void {
    if (direction === 'undo') {
      undoable.value = undoable.value.slice(0, -1);
      const again = reversed(edit);
      redoable.value = again ? [...redoable.value, again] : [];
    } else {
      undoable.value = reversed(edit) ? [...undoable.value, edit].slice(-MAX_STEPS) : [];
      redoable.value = direction === 'redo' ? redoable.value.slice(0, -1) : [];
    }
    if (rowsVersion !== undefined) renumber(edit.rowsVersion, rowsVersion);
  }

  /** Steps are undone in their reverse order: the numbers of their rows are right again when it is their turn. */
  function renumber(before: string | undefined, rowsVersion: string): void {
    const moved = (steps: readonly TableEdit[]) => steps.map((step) => (step.rowsVersion === before ? { ...step, rowsVersion } : step));
    undoable.value = moved(undoable.value);
    redoable.value = moved(redoable.value);
  }

  return { undoable, redoable, remember };
}
