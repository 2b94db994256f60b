import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { ProblemError } from '#contract/problem.ts';
import type { StationClient } from '#contract/station/index.ts';
import type { Applied, Planned } from '#contract/station/plans.ts';
import type { LabelContent } from '#rendering/label/label-content.ts';
import { randomId } from '../../domain/browser/random-id.ts';
import { isSamePlan } from '../../domain/scanning/same-plan.ts';

/** A plan as the operator saw it. */
export interface SeenPlan {
  connection: string;
  printers: string[];
  job: PrintJob;
  planned: Planned;
  content: LabelContent | undefined;
}

/** Serial numbers may advance while the operator reviews the plan: the number of times that the plan is renewed before it fails. */
const ATTEMPTS = 4;

/** Loads the reviewed plan. Serial numbers that have advanced are accepted; undefined after any other change, which must be reviewed. */
export async function applyPlan(
  { plans }: StationClient,
  { connection, printers, job, planned, content }: SeenPlan,
): Promise<Applied | undefined> {
  let current = planned;
  for (let attempt = 1; current.plan !== null; attempt += 1) {
    try {
      return await plans.apply({ connection, printers, job, plan: current.plan, idempotencyKey: randomId() });
    } catch (error) {
      if (!isStale(error) || attempt === ATTEMPTS) throw error;
    }
    current = await plans.make({ connection, printers, job });
    if (!content || !isSamePlan(planned, current, content)) break;
  }
  return undefined;
}

function isStale(error: unknown): boolean {
  return error instanceof ProblemError && error.slug === 'plan-stale';
}
