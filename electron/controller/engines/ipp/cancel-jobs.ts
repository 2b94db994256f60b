import type { Timers } from '../../platform/timers.ts';
import type { IppPrinter } from './ipp-printer.ts';
import type { JobFacts } from './job-facts.ts';

/** Milliseconds between two questions whether the jobs have ended. */
const INTERVAL = 200;
const ANSWER_LIMIT = 1_500;

interface Cancellation {
  /** The job whose fate is asked for. */
  jobId: number | undefined;
  timers: Timers;
  /** Ends the attempts. */
  signal: AbortSignal;
}

/** Cancels all jobs of Strobe. Returns the job that was asked for, once no job can print any more; undefined if the printer does not list it. */
export async function cancelJobs(printer: IppPrinter, { jobId, timers, signal }: Cancellation): Promise<JobFacts | undefined> {
  const cancelled = new Set<number>();
  while (!signal.aborted) {
    const open = (await printer.listJobs('not-completed', ANSWER_LIMIT)).map((job) => job.jobId);
    const job = jobId === undefined ? undefined : await printer.findJob(jobId, ANSWER_LIMIT);
    if (job?.state === 'open' && !open.includes(job.jobId)) open.push(job.jobId);
    if (open.length === 0) return job;
    for (const id of open) {
      if (!cancelled.has(id)) await printer.cancel(id, ANSWER_LIMIT);
      cancelled.add(id);
    }
    await new Promise<void>((resolve) => timers.setTimeout(resolve, INTERVAL));
  }
  return undefined;
}
