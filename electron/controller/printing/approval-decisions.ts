import { sql } from 'kysely';
import type { ApprovalResult } from '#contract/api-v3/label-approval.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { IdempotentRequest } from '../idempotency/idempotent-request.ts';
import type { LabelApprovals, NewDecision, VersionOfLabel } from '../labels/label-approvals.ts';
import type { JobLabels } from '../preparation/job-labels.ts';
import type { Job } from '../queue/job.ts';
import type { JobLabelRevisions } from '../queue/job-label-revisions.ts';
import type { JobQueues } from '../queue/job-queues.ts';

export interface ApprovalDecisionsDeps {
  db: ControllerDatabase;
  approvals: LabelApprovals;
  jobs: JobQueues;
  jobLabels: JobLabels;
  jobLabelRevisions: JobLabelRevisions;
}

/** Decides about the approval of label versions, and names the jobs that print them. */
export class ApprovalDecisions {
  readonly #deps: ApprovalDecisionsDeps;

  constructor(deps: ApprovalDecisionsDeps) {
    this.#deps = deps;
  }

  /** The decision holds at once. Throws as `LabelApprovals.decide`. */
  async decide(
    version: VersionOfLabel,
    { idempotency, ...decision }: NewDecision & { idempotency?: IdempotentRequest | undefined },
  ): Promise<ApprovalResult> {
    const { db, approvals } = this.#deps;
    return inTransaction(db, async (trx) => {
      const state = await approvals.decide(version, decision, trx);
      const result = { state, jobs: await this.#jobsOf(version, trx) };
      await idempotency?.store(result, trx);
      return result;
    });
  }

  async #jobsOf(version: VersionOfLabel, trx: ControllerTransaction): Promise<ApprovalResult['jobs']> {
    const { jobs } = this.#deps;
    const found: ApprovalResult['jobs'] = [];
    for (const job of await jobs.allQueued(trx)) {
      if (!(await this.#doesPrint(job, version, trx))) continue;
      const { id, printer, description, label_name: label, started } = job;
      const isSelected = (await jobs.findCurrent(printer, trx))?.id === id;
      found.push({ id, printer, title: description || label || version.name, isSelected, isStarted: started > 0 });
    }
    return found;
  }

  async #doesPrint(job: Job, { name, revision }: VersionOfLabel, trx: ControllerTransaction): Promise<boolean> {
    const { jobLabels, jobLabelRevisions } = this.#deps;
    if (job.frozen === 1) {
      const query = sql`SELECT 1 FROM frozen_rows WHERE job = ${job.id} AND label_name = ${name} AND label_revision = ${revision} LIMIT 1`;
      return (await query.execute(trx)).rows.length > 0;
    }
    if (!(await jobLabels.names(job, trx)).has(name)) return false;
    return (await jobLabelRevisions.find(job, name, trx)) === revision;
  }
}
