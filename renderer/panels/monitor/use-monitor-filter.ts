import { computed, shallowRef, watch } from 'vue';
import { useRoute, useRouter, type LocationQuery } from 'vue-router';
import type { LinePrinter } from '#contract/station/lines.ts';
import { useConnectionsStore } from '../../stores/connections.ts';
import { useFleetStore } from '../../stores/fleet/fleet.ts';
import { printerKey } from '../../stores/fleet/printer-key.ts';
import { useStandingsStore } from '../../stores/fleet/standings.ts';
import { useLinesStore } from '../../stores/lines.ts';
import { jobName } from '../job/job-name.ts';
import { nextPaint } from '../../domain/browser/next-task.ts';
import { isFilterState, NO_FILTER, passesFilter, type MonitorFilter } from './monitor-filter.ts';

/** The filter of the monitor, which is a part of the address, and what passes it. */
export function useMonitorFilter() {
  const route = useRoute();
  const router = useRouter();
  const fleet = useFleetStore();
  const connections = useConnectionsStore();
  const lines = useLinesStore();
  const standings = useStandingsStore();
  const filter = shallowRef(filterIn(route.query));
  let isAddressDue = false;

  watch(
    () => route.query,
    (query) => {
      if (route.name === 'monitor' && !isAddressDue) filter.value = filterIn(query);
    },
  );

  const lineOf = computed(
    () => new Map(lines.list.flatMap((line) => line.printers.map((printer) => [printerKey(printer), line] as const))),
  );

  /** Texts that a search looks at, derived only when one of them changed. */
  const texts = new Map<string, { parts: string; words: string }>();

  function wordsOf(key: string, { connection, printer }: LinePrinter): string {
    const job = fleet.findPrinter(connection, printer)?.status?.job;
    const controller = connections.findConnection(connection)?.name ?? '';
    const parts = [printer, controller, lineOf.value.get(key)?.name ?? '', job ? `${jobName(job)} ${job.label}` : ''].join('\n');
    const cached = texts.get(key);
    if (cached?.parts === parts) return cached.words;
    const words = parts.toLowerCase();
    texts.set(key, { parts, words });
    return words;
  }

  /** Undefined while the monitor is not limited. */
  const passes = computed(() => {
    const limits = filter.value;
    if (Object.values(limits).every((part) => part === '')) return undefined;
    return (tile: LinePrinter): boolean =>
      passesFilter(limits, tile, () => {
        const key = printerKey(tile);
        const words = limits.text ? wordsOf(key, tile) : '';
        return { standing: standings.byPrinter.get(key), line: lineOf.value.get(key)?.id, words };
      });
  });

  function set(part: Partial<MonitorFilter>): void {
    filter.value = { ...filter.value, ...part };
    if (!isAddressDue) void setAddress();
  }

  /** Sets the address after the board was painted, because a change of the address makes the browser lay out the page before that. */
  async function setAddress(): Promise<void> {
    isAddressDue = true;
    await nextPaint();
    isAddressDue = false;
    if (route.name === 'monitor') await router.replace({ query: queryOf(filter.value) });
  }

  return { filter, passes, set };
}

function filterIn({ q, state, line, controller }: LocationQuery): MonitorFilter {
  const text = (value: LocationQuery[string] | undefined): string => (typeof value === 'string' ? value : '');
  return { ...NO_FILTER, text: text(q), state: isFilterState(state) ? state : '', line: text(line), controller: text(controller) };
}

function queryOf({ text, ...rest }: MonitorFilter): Record<string, string> {
  return Object.fromEntries(Object.entries({ q: text, ...rest }).filter(([, value]) => value !== ''));
}
