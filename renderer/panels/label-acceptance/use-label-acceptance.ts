import { onScopeDispose, watch } from 'vue';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';

/** Milliseconds between two reads while the controller is still comparing. */
const PAUSE = 2_000;

/** The labels that an update has changed and that are not accepted yet; empty for a controller without this comparison. */
export function useLabelAcceptance(place: () => { connection: string; hasExtensions: boolean }) {
  const client = useStationClient();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const { value, problem, reload } = useLoad(
    (signal) => (place().hasExtensions ? client.labelAcceptance.open({ connection: place().connection }, signal) : undefined),
    [() => place().connection, () => place().hasExtensions],
  );

  watch(value, (comparisons) => {
    clearTimeout(timer);
    if (comparisons && comparisons.waiting > 0) timer = setTimeout(() => void reload(), PAUSE);
  });
  onScopeDispose(() => clearTimeout(timer));

  return { comparisons: value, problem, reload };
}
