import type { CurrentJob } from '#contract/api-v3/printer.ts';

/** The name of a job: its description, otherwise its label and row. */
export function jobName(job: CurrentJob): string {
  if (job.description) return job.description;
  if (job.key !== undefined) return job.label ? `${job.label}: ${job.key}` : job.key;
  return job.label || job.id;
}
