import { defineStore } from 'pinia';
import { computed, shallowRef, watch } from 'vue';
import { ALARM_PRIORITIES } from '#contract/station/alarm-priorities.ts';
import type { Alarm } from '#contract/station/alarms.ts';
import { useAlarmsStore } from '../alarms.ts';
import { useFleetStore } from './fleet.ts';
import { printerKey } from './printer-key.ts';
import { standingOf, type Standing } from './printer-standing.ts';

/** An alarm below these priorities does not move its printer by itself. */
const URGENT = ALARM_PRIORITIES.slice(0, 2);

/** The standing of every printer, and the alarm that it is in. */
export const useStandingsStore = defineStore('standings', () => {
  const fleet = useFleetStore();
  const alarms = useAlarmsStore();

  /** The most urgent alarm of each printer that has one. That there is no data is said by the standing. */
  const alarmsByPrinter = computed(() => {
    const first = new Map<string, Alarm>();
    for (const alarm of alarms.counted) {
      const { connection, printer, kind } = alarm;
      if (printer === null || !alarm.isActive || kind === 'printer-stale') continue;
      const key = printerKey({ connection, printer });
      if (!first.has(key)) first.set(key, alarm);
    }
    return first;
  });
  const keys = computed(() => fleet.places.map(printerKey));

  const latest = computed<ReadonlyMap<string, Standing>>((before) => {
    // Read once and not for each of hundreds of printers: this runs after every print.
    const [all, alarmOf, freshnessOf] = [keys.value, alarmsByPrinter.value, fleet.freshnessOfAll];
    const standings = fleet.printers.map(({ value: printer }, index) => {
      const priority = alarmOf.size === 0 ? undefined : alarmOf.get(all[index] ?? '')?.priority;
      const alarm = priority && URGENT.includes(priority) ? priority : undefined;
      return standingOf(printer, { isStale: freshnessOf(printer).isStale, alarm });
    });
    const isSame = before?.size === standings.length && standings.every((standing, index) => before.get(all[index] ?? '') === standing);
    return before && isSame ? before : new Map(standings.map((standing, index) => [all[index] ?? '', standing]));
  });

  /**
   * By key of the printer. Replaced only when a standing changes, so that a print moves no tile; and not computed, so that it does not even make the
   * tiles look whether one has changed.
   */
  const byPrinter = shallowRef(latest.value);
  watch(latest, (changed) => (byPrinter.value = changed));

  /** How many printers have each standing. */
  const counts = computed(() => {
    const counted: Record<Standing, number> = { critical: 0, caution: 0, lost: 0, printing: 0, paused: 0, ready: 0, stopped: 0 };
    for (const standing of byPrinter.value.values()) counted[standing] += 1;
    return counted;
  });

  return { byPrinter, alarmsByPrinter, counts };
});
