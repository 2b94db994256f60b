import { computed, ref, shallowRef } from 'vue';
import type { Problem } from '#contract/problem.ts';
import type { StationClient } from '#contract/station/index.ts';
import { readScan, type Scan } from '../../domain/scanning/read-scan.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { toProblem } from '../../domain/problems/to-problem.ts';
import { firstUniqueColumn } from '../../domain/scanning/unique-column.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useScanChoicesStore } from '../../stores/scanning/scan-choices.ts';
import { findRows, type FoundRow } from '../../domain/scanning/find-rows.ts';

/** The progress of a scan: waiting, searching, nothing or several rows found, or one row. */
export type ScanStage = 'waiting' | 'looking' | 'nothing' | 'several' | 'found';

/** Searches a scan in the tables of one connection, or of all reachable ones. If several rows match, the operator chooses. */
export function useScanSearch(only: () => string | undefined) {
  const client = useStationClient();
  const { reachable, withoutSearch } = useSearchable(only);
  const choices = useScanChoicesStore();
  const { stage, scan, rows, row, problem, isThorough } = useProgress();
  let current = new AbortController();

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
    try {
      const search = { connections: reachable.value, keys: next.keys, chosenTables: choices.choices.tables, isThorough: thorough };
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

  /** Chooses a row. If other rows have the same key, another key column is used. */
  async function choose(found: FoundRow): Promise<void> {
    const { signal } = current;
    const named = await namedAlone(client, found, signal);
    if (signal.aborted) return;
    row.value = named;
    stage.value = named ? 'found' : 'several';
  }

  /** Shows a row that was chosen in its table, as if it had been scanned. */
  async function show(found: FoundRow): Promise<void> {
    restart();
    rows.value = [found];
    scan.value = readScan(found.key);
    await choose(found);
    if (row.value) scan.value = readScan(row.value.key);
  }

  function wait(): void {
    restart();
    scan.value = undefined;
    stage.value = 'waiting';
  }

  return { stage, scan, rows, row, problem, isThorough, withoutSearch, look, choose, show, wait };
}

/** How far a scan is, and what it found. */
function useProgress() {
  const stage = ref<ScanStage>('waiting');
  const scan = shallowRef<Scan>();
  const rows = shallowRef<readonly FoundRow[]>([]);
  const row = shallowRef<FoundRow>();
  const problem = shallowRef<Problem>();
  return { stage, scan, rows, row, problem, isThorough: ref(false) };
}

/** The controllers whose tables are searched: one, or all reachable ones. */
function useSearchable(only: () => string | undefined) {
  const connections = useConnectionsStore();
  const online = computed(() => connections.list.filter(({ id, state }) => state === 'online' && (only() ?? id) === id));
  return {
    reachable: computed(() => online.value.filter(({ hasExtensions }) => hasExtensions).map(({ id }) => id)),
    /** Those whose tables cannot be searched, because they lack the extension. */
    withoutSearch: computed(() => online.value.filter(({ hasExtensions }) => !hasExtensions)),
  };
}

/** The row with a unique key column; undefined if there is none. */
async function namedAlone(client: StationClient, found: FoundRow, signal: AbortSignal): Promise<FoundRow | undefined> {
  if (!found.isShared) return found;
  const keyColumn = await firstUniqueColumn(client, found, signal);
  const key = keyColumn === undefined ? undefined : found.cells[found.columns.indexOf(keyColumn)];
  return keyColumn === undefined || key === undefined ? undefined : { ...found, keyColumn, key };
}
