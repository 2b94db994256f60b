import { computed, shallowRef } from 'vue';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';
import { useThrottled } from '../../composables/use-throttled.ts';

/** Milliseconds. The plan follows typing at most this often. */
const PLAN_EVERY = 300;

export interface PlanInput {
  connection: string;
  printers: readonly string[];
  /** Undefined until everything is chosen. */
  job: PrintJob | undefined;
  /** Changes with everything that the plan depends on other than the job. */
  version: string;
}

/** The plan of a job: what it would print and change on the printers. Planned again whenever the job changes. */
export function usePlan(of: () => PlanInput) {
  const client = useStationClient();
  const wanted = computed(() => JSON.stringify(of()));
  const settled = useThrottled(() => wanted.value, PLAN_EVERY);
  const plannedFor = shallowRef('');
  const load = useLoad(
    async (signal) => {
      const { connection, printers, job } = of();
      const input = wanted.value;
      if (!job || printers.length === 0 || settled.value !== input) return undefined;
      const planned = await client.plans.make({ connection, printers: [...printers], job }, signal);
      plannedFor.value = input;
      return planned;
    },
    [settled],
  );
  /** The plan of the current job; undefined while it is being made. */
  const planned = computed(() => (plannedFor.value === wanted.value ? load.value.value : undefined));
  return { planned, problem: load.problem, reload: load.reload };
}
