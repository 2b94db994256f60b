import { onScopeDispose, watch } from 'vue';
import { useStationClient } from '../../composables/station-client.ts';
import { useAction } from '../../composables/use-action.ts';
import { useLoad } from '../../stores/use-load.ts';

/** Milliseconds from one reading to the next. */
const PAUSE = 500;
/** Milliseconds for which an output is forced. */
const FORCE_TIME = 10_000;
/** Milliseconds of a pulse of a virtual input. */
const PULSE = 100;

/** The live inputs and outputs of a device, and what a person can do with them. */
export function useSignals(device: () => { connection: string; name: string }) {
  const client = useStationClient();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { value, problem, reload } = useLoad((signal) => client.signalDevices.signals(device(), signal), [device]);

  watch([value, problem], () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), PAUSE);
  });
  onScopeDispose(() => clearTimeout(timer));

  const forcing = useAction(async (channel: number, on: boolean) => {
    await client.signalDevices.force({ ...device(), channel, on, forMs: FORCE_TIME });
    await reload();
    return true;
  });
  const releasing = useAction(async (channel: number) => {
    await client.signalDevices.release({ ...device(), channel });
    await reload();
  });
  const setting = useAction(async (channel: number, on: boolean, isPulse: boolean) => {
    await client.signalDevices.setInput({ ...device(), channel, on, ...(isPulse && { forMs: PULSE }) });
    await reload();
  });
  return { signals: value, problem, reload, forcing, releasing, setting };
}
