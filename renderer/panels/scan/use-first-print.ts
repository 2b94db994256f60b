import { computed, shallowRef, watch } from 'vue';
import type { Print, PrintState } from '#contract/api-v3/print.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';
import { usePrinter } from '../../stores/fleet/use-printer.ts';

/** The states of a print that may be on a product. */
const CAN_BE_SEEN: readonly PrintState[] = ['printed', 'handed-over', 'unknown'];

/** The number of prints that are searched for the first one of a job. */
const LOOKED_AT = 200;

/** The progress of a loaded job: accepted by the controller, loaded on the printer, first print made, or replaced by another job. */
export type FirstPrintStep = 'accepted' | 'ready' | 'printed' | 'gone';

/** Follows a job from loading to its first print. */
export function useFirstPrint(of: () => { connection: string; printer: string; job: string }) {
  const client = useStationClient();
  const { status, job } = usePrinter(of);
  const first = shallowRef<Print>();
  const wasReady = shallowRef(false);
  const isCurrent = computed(() => job.value?.id === of().job);

  watch(
    isCurrent,
    (current) => {
      if (current) wasReady.value = true;
    },
    { immediate: true },
  );
  const printed = computed(() => (isCurrent.value ? (job.value?.printed ?? 0) : undefined));
  const load = useLoad(
    async (signal) => {
      if (first.value || !wasReady.value || printed.value === 0) return undefined;
      const { prints } = await client.prints.list({ ...of(), limit: LOOKED_AT }, signal);
      const oldest = prints.findLast(({ state, reprintOf }) => state !== 'void' && reprintOf === undefined);
      first.value = oldest && CAN_BE_SEEN.includes(oldest.state) ? oldest : undefined;
      return first.value;
    },
    [isCurrent, () => (printed.value ?? 0) > 0],
  );

  const step = computed((): FirstPrintStep => {
    if (first.value) return 'printed';
    if (isCurrent.value) return 'ready';
    return wasReady.value && status.value ? 'gone' : 'accepted';
  });
  return { first, step, isCurrent, current: job, problem: load.problem };
}
