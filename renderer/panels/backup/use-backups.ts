import { computed, onScopeDispose, watch } from 'vue';
import { useStationClient } from '../../composables/station-client.ts';
import { useAction } from '../../composables/use-action.ts';
import { useLoad } from '../../stores/use-load.ts';
import { useClockStore } from '../../stores/clock.ts';
import { useConnectionsStore } from '../../stores/connections.ts';

/** Milliseconds after an answer until the list is read again: while a backup is being made, and otherwise, because one is made each day. */
const MAKING_PAUSE = 1_000;
const PAUSE = 60_000;
/** Milliseconds. One backup is made each day, so a newest backup of this age means that two are missing. */
const MAX_AGE = 2 * 24 * 3_600_000;

/** The backups of a controller, the age of the newest one, and the command for a new one. */
export function useBackups(connection: () => string) {
  const client = useStationClient();
  const clock = useClockStore();
  const connections = useConnectionsStore();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const { value, problem, reload } = useLoad((signal) => client.backups.list({ connection: connection() }, signal), [connection]);
  const isOnline = computed(() => connections.findConnection(connection())?.state === 'online');
  const backups = computed(() => value.value?.backups);
  const newest = computed(() => backups.value?.[0]);
  const age = computed(() => newest.value && Math.max(0, clock.now - Date.parse(newest.value.made)));
  const isOld = computed(() => age.value !== undefined && age.value > MAX_AGE);

  const making = useAction(async () => {
    const { backup } = await client.backups.make({ connection: connection() });
    await reload();
    return backup ?? undefined;
  });
  /** The data of an unreachable controller are old: no backup counts as running then. */
  const isMaking = computed(() => making.isPending.value || (isOnline.value && typeof value.value?.makingSince === 'number'));
  const failure = computed(() => making.problem.value ?? (isMaking.value ? undefined : (value.value?.failure ?? undefined)));

  // Each answer schedules the next read. A failed read is repeated by its retry button, or when the controller is reachable again.
  watch(value, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), isMaking.value ? MAKING_PAUSE : PAUSE);
  });
  onScopeDispose(() => clearTimeout(timer));

  return { backups, problem, reload, newest, age, isOld, isOnline, isMaking, failure, make: making.run };
}
