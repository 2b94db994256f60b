import { defineStore } from 'pinia';
import { computed, shallowReactive, ref } from 'vue';
import { ALARM_PRIORITIES, type AlarmPriority } from '#contract/station/alarm-priorities.ts';
import type { Alarm, AlarmsEvent, SHELVING_MINUTES } from '#contract/station/alarms.ts';
import { useStationClient } from '../composables/station-client.ts';
import { followFeed } from './follow-feed.ts';

export type ShelvingMinutes = (typeof SHELVING_MINUTES)[number];

/** The active alarms, most urgent first, and the commands that acknowledge and shelve them. */
export const useAlarmsStore = defineStore('alarms', () => {
  const client = useStationClient();
  const byId = shallowReactive(new Map<string, Alarm>());
  const isLoaded = ref(false);

  const list = computed(() => [...byId.values()].sort(byUrgency));
  /** The alarms that are counted: those that are not shelved. */
  const counted = computed(() => list.value.filter(({ shelved }) => shelved === null));
  const open = computed(() => counted.value.filter(({ acknowledged }) => acknowledged === null));
  const seen = computed(() => counted.value.filter(({ acknowledged }) => acknowledged !== null));
  const shelved = computed(() => list.value.filter((alarm) => alarm.shelved !== null));
  const highest = computed((): AlarmPriority | undefined => (open.value[0] ?? seen.value[0])?.priority);

  function apply(event: AlarmsEvent): void {
    if (event.type === 'snapshot') {
      byId.clear();
      for (const alarm of event.alarms) byId.set(alarm.id, alarm);
      isLoaded.value = true;
    } else if (event.type === 'changed') byId.set(event.alarm.id, event.alarm);
    else byId.delete(event.id);
  }

  /** The alarms of one printer and those of its whole controller. */
  function ofPrinter(connection: string, printer: string): Alarm[] {
    return list.value.filter((alarm) => alarm.connection === connection && (alarm.printer === printer || alarm.printer === null));
  }

  const start = (): (() => void) => followFeed((signal) => client.alarms.watch({}, signal), apply);
  const acknowledge = (ids: string[]) => client.alarms.acknowledge({ ids });
  const shelve = (id: string, minutes: ShelvingMinutes, reason: string) => client.alarms.shelve({ id, minutes, reason });
  const unshelve = (id: string) => client.alarms.unshelve({ id });

  return { list, isLoaded, counted, open, seen, shelved, highest, ofPrinter, apply, start, acknowledge, shelve, unshelve };
});

/** By priority; then active alarms before returned ones; then the newest first. */
function byUrgency(a: Alarm, b: Alarm): number {
  const rank = ({ priority, isActive }: Alarm): number => ALARM_PRIORITIES.indexOf(priority) * 2 + (isActive ? 0 : 1);
  return rank(a) - rank(b) || b.lastRaised - a.lastRaised || a.id.localeCompare(b.id);
}
