import { computed } from 'vue';
import type { LineReader } from '#contract/api-v3/reader.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useThrottled } from '../../composables/use-throttled.ts';
import { useClockStore } from '../../stores/clock.ts';
import { useLoad } from '../../stores/use-load.ts';

const READ_EVERY = 2_000;

/** The readers of a controller, which are read again every two seconds: their states and rates change by themselves. */
export function useReaders(connection: () => string | undefined) {
  const client = useStationClient();
  const clock = useClockStore();
  const beat = useThrottled(() => clock.now, READ_EVERY);
  const { value, problem, reload } = useLoad(
    (signal) => {
      const id = connection();
      return id === undefined ? undefined : client.readers.list({ connection: id }, signal);
    },
    [beat, connection],
  );
  return { readers: computed((): readonly LineReader[] | undefined => value.value), problem, reload };
}

/** How many of the newest prints have a verdict, and how many of them are verified. */
export function rateOf({ recent }: Pick<LineReader, 'recent'>): { n: number; of: number } {
  return { n: recent.verified, of: recent.verified + recent.misread + recent.mismatch + recent.notRead };
}
