import { computed, onScopeDispose, watch } from 'vue';
import { useStationClient } from '../../composables/station-client.ts';
import { useAction } from '../../composables/use-action.ts';
import { useLoad } from '../../composables/use-load.ts';
import { useClockStore } from '../../stores/clock.ts';
import { useConnectionsStore } from '../../stores/connections.ts';

/** How long after an answer the list is read again, in milliseconds: while one is being made, and otherwise, since one is made each day. */
const MAKING_PAUSE = 1_000;
const PAUSE = 60_000;
/** How old the newest one may become, in milliseconds: one is made each day, so the second one has failed to come. */
const MOST_AGE = 2 * 24 * 3_600_000;

/** The backups of a controller, how old the newest one is, and the order for another. */
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
  const isOld = computed(() => age.value !== undefined && age.value > MOST_AGE);

  const making = useAction(async () => {
    const { backup } = await client.backups.make({ connection: connection() });
    await reload();
    return backup ?? undefined;
  });
  /** What is told of a controller that is away is of then: nothing is known to be under way. */
  const isMaking = computed(() => making.isPending.value || (isOnline.value && typeof value.value?.makingSince === 'number'));
  const failure = computed(() => making.problem.value ?? (isMaking.value ? undefined : (value.value?.failure ?? undefined)));

  // Another answer is another look. A failure is read again by whoever sees it, or once the controller is back.
  watch(value, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), isMaking.value ? MAKING_PAUSE : PAUSE);
  });
  onScopeDispose(() => clearTimeout(timer));

  return { backups, problem, reload, newest, age, isOld, isOnline, isMaking, failure, make: making.run };
}
