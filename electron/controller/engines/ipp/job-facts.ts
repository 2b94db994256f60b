import { AttributeValues } from './attribute-values.ts';
import type { IppMessage } from './ipp-message.ts';
import { IPP_TAGS } from './ipp-tags.ts';

/** The name of a print's job is this and the id of the print. */
export const JOB_PREFIX = 'strobe-';

export const JOB_ATTRIBUTES = ['job-id', 'job-name', 'job-state', 'job-state-reasons', 'job-impressions-completed'];

const STATES = { canceled: 7, aborted: 8, completed: 9 };

/** A job, as the printer lists it. */
export interface JobFacts {
  jobId: number;
  name: string | undefined;
  state: 'open' | 'canceled' | 'aborted' | 'completed';
  reasons: string[];
  /** Pages that it has printed; undefined if it does not report that. */
  impressions: number | undefined;
}

/** Reads the jobs in a response. A job without an id is left out. */
export function readJobs(response: IppMessage): JobFacts[] {
  return AttributeValues.of(response, IPP_TAGS.job).flatMap((job) => {
    const jobId = job.number('job-id');
    if (jobId === undefined) return [];
    return {
      jobId,
      name: job.text('job-name'),
      state: jobState(job.number('job-state')),
      reasons: job.texts('job-state-reasons').filter((reason) => reason !== 'none'),
      impressions: job.number('job-impressions-completed'),
    };
  });
}

function jobState(state: number | undefined): JobFacts['state'] {
  if (state === STATES.completed) return 'completed';
  if (state === STATES.canceled) return 'canceled';
  return state === STATES.aborted ? 'aborted' : 'open';
}

/** What became of a print by its job, if it is decided. */
export type JobFate = { is: 'printed' } | { is: 'failed'; reason: string } | { is: 'unresolved'; reason: string };

/** Judges a job that has ended; undefined while it has not. */
export function fateOf({ state, impressions, reasons }: JobFacts): JobFate | undefined {
  if (state === 'open') return undefined;
  if (state === 'completed') {
    if (impressions !== undefined && impressions > 0) return { is: 'printed' };
    return { is: 'unresolved', reason: 'the printer completed its job without saying that it printed a page' };
  }
  const why = `the printer ${state === 'aborted' ? 'aborted' : 'cancelled'} its job${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`;
  if (impressions === 0) return { is: 'failed', reason: why };
  return { is: 'unresolved', reason: `${why}, and a page may have been printed` };
}

/** The name of a print's job. */
export function jobName(id: number): string {
  return `${JOB_PREFIX}${id}`;
}
