import { defineStore } from 'pinia';
import { computed } from 'vue';
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

  /** By key of the printer. Remains the same object until a standing changes, so that a print moves no tile. */
  const byPrinter = computed<ReadonlyMap<string, Standing>>((before) => {
    const now = new Map<string, Standing>();
    let isSame = before?.size === keys.value.length;
    for (const [index, { value: printer }] of fleet.printers.entries()) {
      const key = keys.value[index] ?? '';
      const { isStale } = fleet.freshness(printer);
      const priority = alarmsByPrinter.value.get(key)?.priority;
      const alarm = priority && URGENT.includes(priority) ? priority : undefined;
      const standing = standingOf(printer, { isStale, alarm });
      now.set(key, standing);
      isSame &&= before?.get(key) === standing;
    }
    return before && isSame ? before : now;
  });

  /** How many printers have each standing. */
  const counts = computed(() => {
    const counted: Record<Standing, number> = { critical: 0, caution: 0, lost: 0, printing: 0, paused: 0, ready: 0, stopped: 0 };
    for (const standing of byPrinter.value.values()) counted[standing] += 1;
    return counted;
  });

  return { byPrinter, alarmsByPrinter, counts };
});
