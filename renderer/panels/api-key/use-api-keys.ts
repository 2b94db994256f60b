import { onScopeDispose, watch } from 'vue';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';

/** Milliseconds from one reading to the next. Another program may use or revoke a key meanwhile. */
const PAUSE = 5_000;

/** The API keys of a controller, kept up to date. */
export function useApiKeys(connection: () => string) {
  const client = useStationClient();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { value, problem, reload } = useLoad((signal) => client.apiKeys.list({ connection: connection() }, signal), [connection]);

  watch([value, problem], () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), PAUSE);
  });
  onScopeDispose(() => clearTimeout(timer));
  return { keys: value, problem, reload };
}
