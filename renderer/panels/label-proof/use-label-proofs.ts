import { onScopeDispose, watch } from 'vue';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../composables/use-load.ts';

/** How long after an answer is looked again while the controller still draws, in milliseconds. */
const PAUSE = 2_000;

/** What an update changed in the labels of a controller and nobody has accepted yet; nothing of a controller that does not compare them. */
export function useLabelProofs(place: () => { connection: string; hasExtensions: boolean }) {
  const client = useStationClient();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const { value, problem, reload } = useLoad(
    (signal) => (place().hasExtensions ? client.labelProofs.open({ connection: place().connection }, signal) : undefined),
    [() => place().connection, () => place().hasExtensions],
  );

  watch(value, (proofs) => {
    clearTimeout(timer);
    if (proofs && proofs.waiting > 0) timer = setTimeout(() => void reload(), PAUSE);
  });
  onScopeDispose(() => clearTimeout(timer));

  return { proofs: value, problem, reload };
}
