import { computed, onScopeDispose, ref, watch } from 'vue';
import type { DowntimeReasons, LinePeriod, Oee, OeeDivision } from '#contract/api-v3/downtime.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';
import { daysOf, type DowntimeRange } from './downtime-range.ts';

/** Milliseconds from one reading to the next. */
const PAUSE = 5_000;
const PAGE = 500;
/** The most pages of periods that are read: a line that stands each minute for a week. */
const MAX_PAGES = 20;

/** A line of a controller. */
export interface LinePlace {
  connection: string;
  name: string;
}

interface Downtime {
  /** The days of the range, oldest first. */
  days: ReturnType<typeof daysOf>;
  now: number;
  whole: Oee;
  parts: readonly Oee[];
  /** Newest first. */
  periods: readonly LinePeriod[];
  reasons: DowntimeReasons;
}

/** What a line did in a range of days, with its OEE as a whole and in parts; read again every few seconds. */
export function useDowntime(line: () => LinePlace, firstDivision: Exclude<OeeDivision, 'none'>) {
  const client = useStationClient();
  const range = ref<DowntimeRange>('today');
  const division = ref(firstDivision);
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(signal: AbortSignal): Promise<Downtime> {
    const now = Date.now();
    const days = daysOf(range.value, now);
    const time = { from: isoText(days[0]?.from ?? now), to: isoText(days.at(-1)?.to ?? now) };
    const { connection } = line();
    const [[whole], parts, periods, reasons] = await Promise.all([
      client.downtime.oee({ ...line(), ...time, by: 'none' }, signal),
      client.downtime.oee({ ...line(), ...time, by: division.value }, signal),
      readPeriods(time, signal),
      client.downtime.reasons({ connection }, signal),
    ]);
    if (!whole) throw new Error('The report of a line has no row.');
    return { days, now, whole, parts, periods, reasons };
  }

  async function readPeriods(time: { from: string; to: string }, signal: AbortSignal): Promise<LinePeriod[]> {
    const periods: LinePeriod[] = [];
    let before: number | null | undefined;
    for (let page = 0; page < MAX_PAGES && before !== null; page += 1) {
      const next = before === undefined ? {} : { before };
      const read = await client.downtime.periods({ ...line(), ...time, ...next, limit: PAGE }, signal);
      periods.push(...read.periods);
      before = read.next;
    }
    return periods;
  }

  const { value, problem, isLoading, reload } = useLoad(read, [() => JSON.stringify(line()), range, division]);
  watch([value, problem], () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), PAUSE);
  });
  onScopeDispose(() => clearTimeout(timer));
  const stops = computed(() => (value.value?.periods ?? []).filter(({ activity, detected }) => (detected ?? activity) !== 'running'));
  return { range, division, value, stops, problem, isLoading, reload };
}

function isoText(at: number): string {
  return new Date(at).toISOString();
}
