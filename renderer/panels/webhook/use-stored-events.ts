import { computed, ref, shallowRef } from 'vue';
import type { RecordedEvent, RecordedKind } from '#contract/api-v3/recorded-event.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useAction } from '../../composables/use-action.ts';

/** Numbers of events that are looked at with one request: as many events as a controller answers at once. */
const STEP = 500;
/** The most requests of one press: kinds that are rare are looked for further back. */
const MAX_REQUESTS = 20;

/** The stored events of some kinds up to a number, newest first; each press on "older" reads further back. */
export function useStoredEvents(connection: () => string) {
  const client = useStationClient();
  const events = shallowRef<readonly RecordedEvent[]>([]);
  /** Events up to this number were not read yet; 0 when all that are stored were. */
  const before = ref(0);
  const kinds = ref<RecordedKind[]>([]);

  const reading = useAction(async () => {
    for (let request = 0; request < MAX_REQUESTS && before.value > 0; request += 1) {
      const after = Math.max(0, before.value - STEP);
      const page = await client.webhooks.events({ connection: connection(), after, kinds: kinds.value });
      const older = page.events.filter(({ number }) => number <= before.value).reverse();
      events.value = [...events.value, ...older];
      before.value = page.isIncomplete ? 0 : after;
      if (older.length > 0) return;
    }
  });

  /** Begins with the events up to `last`. */
  async function start(last: number, wanted: readonly RecordedKind[]): Promise<void> {
    events.value = [];
    before.value = last;
    kinds.value = [...wanted];
    await reading.run();
  }

  return { events, start, readOlder: () => reading.run(), hasOlder: computed(() => before.value > 0), reading };
}
