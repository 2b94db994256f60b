import { ref } from 'vue';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Applied, Planned } from '#contract/station/plans.ts';
import type { LabelContent } from '#rendering/label/label-content.ts';
import { randomId } from '../../domain/browser/random-id.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useAction } from '../../composables/use-action.ts';
import { isSamePlan } from '../../domain/scanning/same-plan.ts';

export interface SeenPlan {
  connection: string;
  printers: string[];
  job: PrintJob;
  planned: Planned;
  content: LabelContent | undefined;
}

/** Serial numbers may advance while the operator reviews the plan: the number of times that the plan is renewed before it fails. */
const ATTEMPTS = 4;

/** Loads the reviewed plan. Serial numbers that have advanced are accepted; any other change sets `hasChanged` and must be reviewed. */
export function useApplyPlan() {
  const client = useStationClient();
  const hasChanged = ref(false);

  const action = useAction(async ({ connection, printers, job, planned, content }: SeenPlan): Promise<Applied | undefined> => {
    hasChanged.value = false;
    let current = planned;
    for (let attempt = 1; current.plan !== null; attempt += 1) {
      try {
        return await client.plans.apply({ connection, printers, job, plan: current.plan, idempotencyKey: randomId() });
      } catch (error) {
        if (!isStale(error) || attempt === ATTEMPTS) throw error;
      }
      current = await client.plans.make({ connection, printers, job });
      if (!content || !isSamePlan(planned, current, content)) break;
    }
    hasChanged.value = true;
    return undefined;
  });

  return { ...action, hasChanged };
}

function isStale(error: unknown): boolean {
  return error instanceof ProblemError && error.slug === 'plan-stale';
}
