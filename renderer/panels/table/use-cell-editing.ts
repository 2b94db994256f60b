import { computed, shallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { useAction } from '../../composables/use-action.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useDraftsStore } from '../../stores/drafts.ts';
import { useFleetStore } from '../../stores/fleet.ts';
import { useNoticesStore } from '../../stores/notices.ts';
import { useTablesStore, type TablePlace } from '../../stores/tables.ts';
import { editHistory, reversed, type CellEdit, type Direction } from './edit-history.ts';
import { waitingEdit } from './use-waiting-cells.ts';

/**
 * Changes single cells of a table, each at once and for good, and takes them back one by one. Where a line prints from the table somebody
 * is asked first. What somebody else changed meanwhile is never overwritten. While the controller is away, edits wait for it. `wrote` is told
 * what a cell holds now.
 */
export function useCellEditing(place: TablePlace, wrote: (edit: CellEdit) => void) {
  const { t } = useI18n();
  const tables = useTablesStore();
  const fleet = useFleetStore();
  const drafts = useDraftsStore();
  const connections = useConnectionsStore();
  const notices = useNoticesStore();
  const { undoable, redoable, remember } = editHistory();
  const asking = shallowRef<{ edit: CellEdit; direction: Direction }>();
  const refused = shallowRef<CellEdit>();

  /** The printers whose job prints from this table now. */
  const lines = computed(() =>
    fleet.printers
      .filter(({ value: { connection, status } }) => connection === place.connection && status?.job?.table === place.name)
      .map(({ value: { name } }) => name),
  );

  const writing = useAction(async (edit: CellEdit, direction: Direction) => {
    const { rowsVersion, ...cell } = edit;
    refused.value = edit;
    const edits = { ...(rowsVersion === undefined ? {} : { rowsVersion }), cells: [cell] };
    const { isKept } = await drafts.saveOrKeep({ ...place, kind: 'cells' }, waitingEdit(edit), () => tables.editCells(place, edits));
    if (isKept) notices.say(t('drafts.kept', { name: place.name, controller: connections.findConnection(place.connection)?.name ?? '' }));
    refused.value = undefined;
    remember(edit, direction);
    wrote(edit);
  });

  async function change(edit: CellEdit, direction: Direction = 'edit'): Promise<void> {
    writing.reset();
    if (lines.value.length > 0) asking.value = { edit, direction };
    else await writing.run(edit, direction);
  }

  /** The answer to the question was yes. */
  async function confirm(): Promise<void> {
    const asked = asking.value;
    asking.value = undefined;
    if (asked) await writing.run(asked.edit, asked.direction);
  }

  async function undo(): Promise<void> {
    const last = undoable.value.at(-1);
    if (last) await change(reversed(last), 'undo');
  }

  async function redo(): Promise<void> {
    const last = redoable.value.at(-1);
    if (last) await change(last, 'redo');
  }

  const isAsking = computed({
    get: () => asking.value !== undefined,
    set: (open) => {
      if (!open) asking.value = undefined;
    },
  });
  const { isPending, problem, reset } = writing;
  return { undoable, redoable, asking, isAsking, lines, refused, isPending, problem, reset, change, confirm, undo, redo };
}
