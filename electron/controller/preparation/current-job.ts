import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { CurrentJob } from '#contract/api-v3/printer.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Job } from '../queue/job.ts';
import type { StoredPrint } from '../ledger/print-views.ts';
import { contentFault } from './content-fault.ts';
import { faultToken, nextPrintToken } from './next-print-token.ts';
import type { PrintPlan, PrintPreparation } from './print-preparation.ts';

/** A current job for its printer's status. */
export interface DescribedJob {
  job: CurrentJob;
  /** Why the next print cannot be made. */
  fault: StatusError | undefined;
  /** Whether the next print shows the moment at which it is made; false for a frozen job, which has its dates already. */
  isDated: boolean;
}

/** A print that a device already holds for its next product. */
type LoadedPrint = Pick<StoredPrint, 'id' | 'label_revision'>;

/** Describes a job and its next print, which may be in the device already. Draws nothing. */
export async function describeJob(preparation: PrintPreparation, job: Job, loaded?: LoadedPrint): Promise<DescribedJob> {
  const rowRun = await preparation.rowRun(job);
  let described = { ...currentJob(job), ...(rowRun && { rowRun }) };
  let isDated = false;
  try {
    const plan = await preparation.plan(job);
    isDated = plan.document.needs.moment && !plan.frozen;
    const revision = loaded?.label_revision ?? plan.revision;
    described = {
      ...described,
      ...ofNextPrint(job, plan),
      revision,
      ...(await newerRevision(preparation, job.printer, { ...plan, revision })),
    };
    const values = await preparation.values(plan);
    if (!loaded) preparation.refuseBlocked(plan, values);
    const nextPrint = nextPrintToken(job, plan, { values, loaded: loaded?.id });
    return { job: { ...described, nextPrint }, fault: undefined, isDated };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const content = contentFault(error);
    const fault = statusError(content ? `next-print-${content}` : 'next-print-impossible', { reason: error.message });
    return { job: { ...described, nextPrint: faultToken(job, error.message) }, fault, isDated };
  }
}

async function newerRevision(preparation: PrintPreparation, printer: string, { frozen, labelName, revision }: PrintPlan) {
  const newer = frozen || labelName === '' ? undefined : await preparation.findNewerRevision(printer, labelName, revision);
  return newer === undefined ? {} : { newerRevision: newer };
}

function ofNextPrint({ first_row: first, frozen }: Job, { labelName, row, copy }: PrintPlan) {
  return {
    label: labelName,
    ...(row && { row: row.row }),
    // The cursor of a frozen job counts only its frozen rows.
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
    printed: job.printed + job.handed_over,
    started: job.started,
    ...(job.total_copies !== null && { copies: job.total_copies }),
    ...(job.allocation !== null && { rowAllocation: 'shared' as const, elsewhere: job.elsewhere }),
    ...(job.first_row !== null && { firstRow: job.first_row }),
    ...(job.row_count !== null && { rowCount: job.row_count, rowsDone: job.cursor }),
  };
}
