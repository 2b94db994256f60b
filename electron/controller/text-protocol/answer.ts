import { ProblemError, type ProblemSlug } from '#contract/problem.ts';

/** A line that answers, without its end. */
export function successLine(result: unknown): string {
  return `OK ${JSON.stringify(result ?? null)}`;
}

export function unknownMethodLine(method: string): string {
  return `METHOD_NOT_FOUND ${JSON.stringify(`There is no method ${JSON.stringify(method.slice(0, SHOWN))}.`)}`;
}

/** What a failure is called: the request's own fault, or that it could not be done. */
export function failureLine(error: unknown): string {
  if (!(error instanceof ProblemError)) return `REQUEST_FAILED ${JSON.stringify(UNEXPECTED)}`;
  return `${OWN_FAULTS.has(error.slug) ? 'INVALID_PARAMS' : 'REQUEST_FAILED'} ${JSON.stringify(error.message)}`;
}

const SHOWN = 100;
const UNEXPECTED = 'Something unexpected happened. The log of the controller tells more.';
const OWN_FAULTS = new Set<ProblemSlug>(['malformed-json', 'invalid-input', 'printer-required']);
