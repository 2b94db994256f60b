import { computed, shallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useUnsavedEditsStore } from '../../stores/unsaved-edits.ts';
import { useFleetStore } from '../../stores/fleet/fleet.ts';
import { useNoticesStore } from '../../stores/notices.ts';
import { useTablesStore, type TablePlace } from '../../stores/tables.ts';
import { editHistory, reversed, type CellEdit, type Direction } from './edit-history.ts';
import { editQueue, type EditOrder } from './edit-queue.ts';
import { pendingEdit } from './use-pending-cells.ts';

/**
 * Edits single cells of a table, each saved at once, with undo. Asks first if a line prints from the table. Never overwrites a concurrent
 * change. While the controller is unreachable, edits are stored in the station; edits made during a write are queued. `wrote` is called
 * with each written cell.
 */
export function useCellEditing(place: TablePlace, wrote: (edit: CellEdit) => void) {
  const { t } = useI18n();
  const tables = useTablesStore();
  const fleet = useFleetStore();
  const unsavedEdits = useUnsavedEditsStore();
  const connections = useConnectionsStore();
  const notices = useNoticesStore();
  const { undoable, redoable, remember } = editHistory();
  const pending = shallowRef<EditOrder>();

  /** The printers whose job prints from this table. */
  const lines = computed(() =>
    fleet.printers
      .filter(({ value: { connection, status } }) => connection === place.connection && status?.job?.table === place.name)
      .map(({ value: { name } }) => name),
  );

  async function write({ edit, direction }: EditOrder): Promise<void> {
    const { rowsVersion, ...cell } = edit;
    const edits = { ...(rowsVersion === undefined ? {} : { rowsVersion }), cells: [cell] };
    const { isQueued } = await unsavedEdits.saveOrQueue({ ...place, kind: 'cells' }, pendingEdit(edit), () =>
      tables.editCells(place, edits),
    );
    if (isQueued)
      notices.show(t('unsavedEdits.queued', { name: place.name, controller: connections.findConnection(place.connection)?.name ?? '' }));
    remember(edit, direction);
    wrote(edit);
  }

  const { order, isPending, refusals, reset } = editQueue(write);

  async function change(edit: CellEdit, direction: Direction = 'edit'): Promise<void> {
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
    if (last && !isPending.value) await change(reversed(last), 'undo');
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
