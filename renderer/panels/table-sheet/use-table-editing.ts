import { computed, shallowRef } from 'vue';
import { reversed, type TableEdit } from '../../domain/tables/table-edit.ts';
import { useFleetStore } from '../../stores/fleet/fleet.ts';
import type { TablePlace } from '../../stores/tables.ts';
import { editHistory, type Direction } from './edit-history.ts';
import { editQueue, type EditOrder } from './edit-queue.ts';
import { useEditWriter } from './use-edit-writer.ts';

/**
 * Edits of a table, each saved at once, with undo. Asks first if a line prints from the table. Edits made during a write are queued. `wrote` is
 * called with each written edit.
 */
export function useTableEditing(place: TablePlace, wrote: (edit: TableEdit) => Promise<void> | void) {
  const fleet = useFleetStore();
  const writeEdit = useEditWriter(place);
  const { undoable, redoable, remember } = editHistory();
  const pending = shallowRef<EditOrder>();

  /** The printers whose job prints from this table. */
  const lines = computed(() =>
    fleet.printers
      .filter(({ value: { connection, status } }) => connection === place.connection && status?.job?.table === place.name)
      .map(({ value: { name } }) => name),
  );

  async function write({ edit: ordered, direction }: EditOrder): Promise<void> {
    const { edit, rowsVersion } = await writeEdit(ordered);
    remember({ edit, direction, rowsVersion });
    await wrote(edit);
  }

  const { order, isPending, refusals, reset } = editQueue(write);

  async function change(edit: TableEdit, direction: Direction = 'edit'): Promise<void> {
    reset();
    if (lines.value.length > 0) pending.value = { edit, direction };
    else await order({ edit, direction });
  }

  /** The operator confirmed. */
  async function confirm(): Promise<void> {
    const confirmed = pending.value;
    pending.value = undefined;
    if (confirmed) await order(confirmed);
  }

  /** Waits for running writes, after which the last edit is known. */
  async function undo(): Promise<void> {
    const last = undoable.value.at(-1);
    const back = last && reversed(last);
    if (back && !isPending.value) await change(back, 'undo');
  }

  async function redo(): Promise<void> {
    const last = redoable.value.at(-1);
    if (last && !isPending.value) await change(last, 'redo');
  }

  const isAsking = computed({
    get: () => pending.value !== undefined,
    set: (open) => {
      if (!open) pending.value = undefined;
    },
  });
  return { undoable, redoable, pending, isAsking, lines, refusals, isPending, reset, change, confirm, undo, redo };
}
