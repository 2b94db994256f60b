import { onScopeDispose, watch } from 'vue';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';

/** Milliseconds from one reading to the next. */
const PAUSE = 2_000;

/** The webhooks of a controller with their states, kept up to date. */
export function useWebhooks(connection: () => string) {
  const client = useStationClient();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { value, problem, reload } = useLoad((signal) => client.webhooks.list({ connection: connection() }, signal), [connection]);

  watch([value, problem], () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), PAUSE);
  });
  onScopeDispose(() => clearTimeout(timer));
  return { webhooks: value, problem, reload };
}
