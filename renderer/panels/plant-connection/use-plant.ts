import { onScopeDispose, watch } from 'vue';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';

/** Milliseconds from one reading of the state to the next. */
const PAUSE = 2_000;

/** The settings of the connection to the plant of a controller, and its state and what it has of the library of the plant, which are kept up to date. */
export function usePlant(connection: () => string) {
  const client = useStationClient();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settings = useLoad((signal) => client.plant.get({ connection: connection() }, signal), [connection]);
  const state = useLoad((signal) => client.plant.state({ connection: connection() }, signal), [connection]);

  const library = useLoad((signal) => client.plant.items({ connection: connection() }, signal), [connection]);

  watch([state.value, state.problem], () => {
    clearTimeout(timer);
    timer = setTimeout(() => void Promise.all([state.reload(), library.reload()]), PAUSE);
  });
  onScopeDispose(() => clearTimeout(timer));
  return {
    settings: settings.value,
    problem: settings.problem,
    state: state.value,
    library: library.value,
    libraryProblem: library.problem,
    reload: () => Promise.all([settings.reload(), state.reload(), library.reload()]),
  };
}
