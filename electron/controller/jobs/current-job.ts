import type { CurrentJob } from '#contract/api-v3/printer.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Job } from './job.ts';
import { faultToken, nextPrintToken } from './next-print-token.ts';
import type { PrintDraft, Preparation } from './preparation.ts';

/** A current job as its printer's status shows it. */
export interface DescribedJob {
  job: CurrentJob;
  /** Why its next print cannot be made. */
  fault: string | undefined;
  /** Whether its next print shows the moment in which it is made. A frozen job has its dates already. */
  isDated: boolean;
}

/** Describes a job and its next print, without drawing it. */
export async function describeJob(preparation: Preparation, job: Job): Promise<DescribedJob> {
  let described = currentJob(job);
  let isDated = false;
  try {
    const draft = await preparation.draft(job);
    isDated = draft.document.needs.moment && !draft.frozen;
    described = { ...described, ...ofNextPrint(job, draft) };
    const nextPrint = nextPrintToken(job, draft, await preparation.values(draft));
    return { job: { ...described, nextPrint }, fault: undefined, isDated };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const fault = `The next print cannot be made: ${error.message}`;
    return { job: { ...described, nextPrint: faultToken(job, error.message) }, fault, isDated };
  }
}

function ofNextPrint({ first_row: first, frozen }: Job, { labelName, row, copy }: PrintDraft) {
  return {
    label: labelName,
    ...(row && { row: row.row }),
    // The place of a frozen job counts its frozen rows only.
    ...(frozen === 1 && first !== null && row && { rowsDone: row.row - first }),
    ...('copy' in copy && { rowCopy: copy.copy, ...(copy.copies !== null && { rowCopies: copy.copies }) }),
  };
}

function currentJob(job: Job): Omit<CurrentJob, 'nextPrint'> {
  return {
    id: job.id,
    description: job.description,
    label: job.label_name,
    revision: job.label_revision,
    ...(job.table_name !== null && { table: job.table_name }),
    ...(job.key !== null && { key: job.key }),
    printed: job.printed,
    started: job.started,
    ...(job.total_copies !== null && { copies: job.total_copies }),
    ...(job.first_row !== null && { firstRow: job.first_row }),
    ...(job.row_count !== null && { rowCount: job.row_count, rowsDone: job.cursor }),
  };
}
