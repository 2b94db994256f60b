import { computed, ref, shallowRef, watch } from 'vue';
import { useStationClient } from '../../composables/station-client.ts';
import { useAction } from '../../composables/use-action.ts';
import { useLoad } from '../../stores/use-load.ts';
import { controllerFilter, STATION_SOURCE, stationFilter, type AuditFilterFields } from './audit-filter.ts';
import { rowOfController, rowOfStation, type AuditRow } from './audit-row.ts';

/** Records that one request may ask for. */
const MAX_LIMIT = 500;
/** Records of a page. */
const LIMIT = 100;
/** Requests for one page: each searches at most 50 000 records, and rare ones can be far back. */
const REQUESTS = 10;

export interface AuditRows {
  rows: AuditRow[];
  /** Where the next page continues; null when everything was searched. */
  next: number | null;
}

export interface PageOfRecords {
  limit: number;
  before?: number | undefined;
  /** Requests that are made at most. */
  requests?: number;
}

/** Reads records of a station or controller, newest first, page by page. */
export function useAuditReader() {
  const client = useStationClient();

  async function readOnce(fields: AuditFilterFields, page: { limit: number; before?: number }, signal?: AbortSignal): Promise<AuditRows> {
    if (fields.source === STATION_SOURCE) {
      const { entries, next } = await client.audit.list({ ...stationFilter(fields), ...page }, signal);
      return { rows: entries.map(rowOfStation), next };
    }
    const { entries, next } = await client.audit.listController(
      { connection: fields.source, ...controllerFilter(fields), ...page },
      signal,
    );
    return { rows: entries.map(rowOfController), next };
  }

  /** Continues until the page is full, everything was searched, or the requests are used up. */
  return async (
    fields: AuditFilterFields,
    { limit, before, requests = REQUESTS }: PageOfRecords,
    signal?: AbortSignal,
  ): Promise<AuditRows> => {
    const rows: AuditRow[] = [];
    let next: number | null | undefined = before;
    for (let made = 0; made < requests && next !== null && rows.length < limit; made += 1) {
      const page = await readOnce(
        fields,
        { limit: Math.min(MAX_LIMIT, limit - rows.length), ...(next !== undefined && { before: next }) },
        signal,
      );
      rows.push(...page.rows);
      next = page.next;
    }
    return { rows, next: next ?? null };
  };
}

/** The records that match the filter, newest first, page by page. They do not move while they are read: `reload` shows newer ones. */
export function useAuditLog(fields: () => AuditFilterFields) {
  const read = useAuditReader();
  const older = shallowRef<AuditRow[]>([]);
  const nextOlder = ref<number | null>();

  const { value, problem, isLoading, reload } = useLoad(
    async (signal) => {
      const asked = { ...fields() };
      return { source: asked.source, ...(await read(asked, { limit: LIMIT }, signal)) };
    },
    [() => JSON.stringify(fields())],
  );
  /** Records of another source are not shown while those of this one are read. */
  const rows = computed(() => (value.value?.source === fields().source ? [...value.value.rows, ...older.value] : undefined));
  const next = computed(() => (nextOlder.value === undefined ? (value.value?.next ?? null) : nextOlder.value));
  watch(value, () => {
    older.value = [];
    nextOlder.value = undefined;
  });

  const {
    run: showOlder,
    isPending: isReadingOlder,
    problem: olderProblem,
  } = useAction(async () => {
    const before = next.value;
    const first = value.value;
    if (before === null) return;
    const page = await read({ ...fields() }, { limit: LIMIT, before });
    // The filter was changed meanwhile.
    if (value.value !== first) return;
    older.value = [...older.value, ...page.rows];
    nextOlder.value = page.next;
  });

  return { rows, next, problem: computed(() => problem.value ?? olderProblem.value), isLoading, reload, showOlder, isReadingOlder };
}
