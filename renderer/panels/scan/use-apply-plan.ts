import { ref } from 'vue';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Applied, Planned } from '#contract/station/plans.ts';
import type { LabelContent } from '#rendering/label-content.ts';
import { newId } from '../../composables/new-id.ts';
import { useStationClient } from '../../composables/station-client.ts';
import { useAction } from '../../composables/use-action.ts';
import { isSameWork } from './same-work.ts';

export interface SeenPlan {
  connection: string;
  printers: string[];
  job: PrintJob;
  planned: Planned;
  content: LabelContent | undefined;
}

/** A line that prints serials goes on while somebody looks: so often its plan is made anew before one gives up. */
const ATTEMPTS = 4;

/**
 * Selects what was seen. Serials that went on meanwhile change nothing of it; anything else does, and `hasChanged` says so: it must be
 * looked at again.
 */
export function useApplyPlan() {
  const client = useStationClient();
  const hasChanged = ref(false);

  const action = useAction(async ({ connection, printers, job, planned, content }: SeenPlan): Promise<Applied | undefined> => {
    hasChanged.value = false;
    let current = planned;
    for (let attempt = 1; current.plan !== null; attempt += 1) {
      try {
        return await client.plans.apply({ connection, printers, job, plan: current.plan, idempotencyKey: newId() });
      } catch (error) {
        if (!isStale(error) || attempt === ATTEMPTS) throw error;
      }
      current = await client.plans.make({ connection, printers, job });
      if (!content || !isSameWork(planned, current, content)) break;
    }
    hasChanged.value = true;
    return undefined;
  });

  return { ...action, hasChanged };
}

function isStale(error: unknown): boolean {
  return error instanceof ProblemError && error.slug === 'plan-stale';
}
