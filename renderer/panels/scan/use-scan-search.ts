import { computed, ref, shallowRef } from 'vue';
import type { Problem } from '#contract/problem.ts';
import type { StationClient } from '#contract/station/index.ts';
import type { Scan } from '../../composables/read-scan.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { toProblem } from '../../composables/to-problem.ts';
import { firstUniqueColumn } from '../../composables/unique-column.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useScanChoicesStore } from '../../stores/scan-choices.ts';
import { findRows, type FoundRow } from './find-rows.ts';

/** How far a scan came: it waits for one, looks it up, found nothing or several rows, or the row is there. */
export type ScanStage = 'waiting' | 'looking' | 'nothing' | 'several' | 'found';

/** Looks a scan up in the tables of one connection, or of all that answer. Several rows are never chosen from: a person does that. */
export function useScanSearch(only: () => string | undefined) {
  const client = useStationClient();
  const connections = useConnectionsStore();
  const choices = useScanChoicesStore();
  const stage = ref<ScanStage>('waiting');
  const scan = shallowRef<Scan>();
  const rows = shallowRef<readonly FoundRow[]>([]);
  const row = shallowRef<FoundRow>();
  const problem = shallowRef<Problem>();
  const isThorough = ref(false);
  let current = new AbortController();

  const online = computed(() => connections.list.filter(({ id, state }) => state === 'online' && (only() ?? id) === id));
  /** Controllers whose tables cannot be searched: they offer no more than the specification. */
  const withoutSearch = computed(() => online.value.filter(({ hasExtensions }) => !hasExtensions));

  function restart(): AbortController {
    current.abort();
    problem.value = undefined;
    rows.value = [];
    row.value = undefined;
    return (current = new AbortController());
  }

  async function look(next: Scan, { thorough = false } = {}): Promise<void> {
    const mine = restart();
    scan.value = next;
    isThorough.value = thorough;
    stage.value = 'looking';
    const reachable = online.value.filter(({ hasExtensions }) => hasExtensions).map(({ id }) => id);
    try {
      const search = { connections: reachable, keys: next.keys, known: choices.choices.tables, isThorough: thorough };
      const found = await findRows(client, search, mine.signal);
      if (mine.signal.aborted) return;
      rows.value = found;
      const [first] = found;
      if (first && found.length === 1) await choose(first);
      else stage.value = first ? 'several' : 'nothing';
    } catch (error) {
      if (mine.signal.aborted) return;
      problem.value = toProblem(error);
      stage.value = 'nothing';
    }
  }

  /** Takes a row. One whose key other rows have too is named by another column. */
  async function choose(found: FoundRow): Promise<void> {
    const { signal } = current;
    const named = await namedAlone(client, found, signal);
    if (signal.aborted) return;
    row.value = named;
    stage.value = named ? 'found' : 'several';
  }

  function wait(): void {
    restart();
    scan.value = undefined;
    stage.value = 'waiting';
  }

  return { stage, scan, rows, row, problem, isThorough, withoutSearch, look, choose, wait };
}

/** The row by a column that names no other; undefined when no column does. */
async function namedAlone(client: StationClient, found: FoundRow, signal: AbortSignal): Promise<FoundRow | undefined> {
  if (!found.isShared) return found;
  const keyColumn = await firstUniqueColumn(client, found, signal);
  const key = keyColumn === undefined ? undefined : found.cells[found.columns.indexOf(keyColumn)];
  return keyColumn === undefined || key === undefined ? undefined : { ...found, keyColumn, key };
}
