import type { Users } from '#contract/api-v3/usage.ts';
import { ProblemError } from '#contract/problem.ts';

const NAMED = 5;

/** What is needed: its word in a message, and its part of a path. */
interface Needed {
  word: string;
  path: string;
  name: string;
  /** Its own path, where that does not end with the name. */
  instance?: string | undefined;
}

interface WhoNeeds {
  jobs: readonly Omit<Users['jobs'][number], 'isSelected'>[];
  labels?: readonly string[];
}

/** Refuses a change of what somebody needs, naming who. */
export function inUse({ word, path, name, instance }: Needed, { jobs, labels = [] }: WhoNeeds): ProblemError {
  const users = [
    ...jobs.map(({ id, printer, title }) => (title === '' ? `job ${id} on "${printer}"` : `"${title}" on "${printer}" (job ${id})`)),
    ...labels.map((label) => `the label "${label}"`),
  ];
  const rest = users.length - NAMED;
  const detail = `The ${word} "${name}" is needed by ${users.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
  return new ProblemError('in-use', { detail, instance: instance ?? `/api/v3/${path}/${encodeURIComponent(name)}` });
}
