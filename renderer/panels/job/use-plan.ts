import { computed, shallowRef } from 'vue';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../composables/use-load.ts';
import { useSettled } from '../../composables/use-settled.ts';

/** A plan follows what is typed at most this often, in milliseconds. */
const PLAN_EVERY = 300;

export interface PlanInput {
  connection: string;
  printers: readonly string[];
  /** Undefined until there is something to plan. */
  job: PrintJob | undefined;
  /** Changes with what the plan depends on beside the job. */
  version: string;
}

/** What a job would print and change on printers, planned anew whenever it becomes another one. */
export function usePlan(of: () => PlanInput) {
  const client = useStationClient();
  const wanted = computed(() => JSON.stringify(of()));
  const settled = useSettled(() => wanted.value, PLAN_EVERY);
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
  /** The plan of what is chosen now; undefined while it is being made. */
  const planned = computed(() => (plannedFor.value === wanted.value ? load.value.value : undefined));
  return { planned, problem: load.problem, reload: load.reload };
}
