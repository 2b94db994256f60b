import type { CurrentJob } from '#contract/api-v3/printer.ts';
import { jobName } from '../job/job-name.ts';
import { useVersionText } from '../job/use-version-text.ts';

/** What a printer prints, as texts: the name of the job and its label, and the label's version. */
export interface ProductTexts {
  title: string;
  version?: string | undefined;
}

/** Returns the texts of a job, or of none. */
export function useProductTexts() {
  const versionText = useVersionText();
  return (job: CurrentJob | null | undefined): ProductTexts => {
    if (!job) return { title: '' };
    const name = jobName(job);
    const { label } = job;
    if (!label) return { title: name };
    return { title: name.includes(label) ? name : `${name} · ${label}`, version: versionText(job) };
  };
}
