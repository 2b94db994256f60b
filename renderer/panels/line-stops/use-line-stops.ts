import { onScopeDispose, watch } from 'vue';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';

/** Milliseconds from one reading to the next. */
const PAUSE = 1_000;

/** The lines of a controller with what stops them, kept up to date. */
export function useLineStops(connection: () => string) {
  const client = useStationClient();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { value, problem, reload } = useLoad((signal) => client.lineStops.list({ connection: connection() }, signal), [connection]);

  watch([value, problem], () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), PAUSE);
  });
  onScopeDispose(() => clearTimeout(timer));
  return { lines: value, problem, reload };
}
