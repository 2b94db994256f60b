import type { CurrentJob } from '#contract/api-v3/printer.ts';

/** The name of a job: its description, otherwise its label and row. */
export function jobName({ description, label, key, id }: CurrentJob): string {
  return description || [label, key].filter(Boolean).join(': ') || id;
}
