import { computed, shallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useDraftsStore } from '../../stores/drafts.ts';
import { useFleetStore } from '../../stores/fleet.ts';
import { useNoticesStore } from '../../stores/notices.ts';
import { useTablesStore, type TablePlace } from '../../stores/tables.ts';
import { editHistory, reversed, type CellEdit, type Direction } from './edit-history.ts';
import { editQueue, type EditOrder } from './edit-queue.ts';
import { waitingEdit } from './use-waiting-cells.ts';

/**
 * Changes single cells of a table, each at once and for good, and takes them back one by one. Where a line prints from the table somebody
 * is asked first. What somebody else changed meanwhile is never overwritten. While the controller is away, edits wait for it, and those that come
 * while another one is being written wait for that. `wrote` is told what a cell holds now.
 */
export function useCellEditing(place: TablePlace, wrote: (edit: CellEdit) => void) {
  const { t } = useI18n();
  const tables = useTablesStore();
  const fleet = useFleetStore();
  const drafts = useDraftsStore();
  const connections = useConnectionsStore();
  const notices = useNoticesStore();
  const { undoable, redoable, remember } = editHistory();
  const asking = shallowRef<EditOrder>();

  /** The printers whose job prints from this table now. */
  const lines = computed(() =>
    fleet.printers
      .filter(({ value: { connection, status } }) => connection === place.connection && status?.job?.table === place.name)
      .map(({ value: { name } }) => name),
  );

  async function write({ edit, direction }: EditOrder): Promise<void> {
    const { rowsVersion, ...cell } = edit;
    const edits = { ...(rowsVersion === undefined ? {} : { rowsVersion }), cells: [cell] };
    const { isKept } = await drafts.saveOrKeep({ ...place, kind: 'cells' }, waitingEdit(edit), () => tables.editCells(place, edits));
    if (isKept) notices.say(t('drafts.kept', { name: place.name, controller: connections.findConnection(place.connection)?.name ?? '' }));
    remember(edit, direction);
    wrote(edit);
  }

  const { order, isPending, refusals, reset } = editQueue(write);

  async function change(edit: CellEdit, direction: Direction = 'edit'): Promise<void> {
    reset();
    if (lines.value.length > 0) asking.value = { edit, direction };
    else await order({ edit, direction });
  }

  /** The answer to the question was yes. */
  async function confirm(): Promise<void> {
    const asked = asking.value;
    asking.value = undefined;
    if (asked) await order(asked);
  }

  /** What is being written comes first: only then is it known what is the last. */
  async function undo(): Promise<void> {
    const last = undoable.value.at(-1);
    if (last && !isPending.value) await change(reversed(last), 'undo');
  }

  async function redo(): Promise<void> {
    const last = redoable.value.at(-1);
    if (last && !isPending.value) await change(last, 'redo');
  }

  const isAsking = computed({
    get: () => asking.value !== undefined,
    set: (open) => {
      if (!open) asking.value = undefined;
    },
  });
  return { undoable, redoable, asking, isAsking, lines, refusals, isPending, reset, change, confirm, undo, redo };
}
