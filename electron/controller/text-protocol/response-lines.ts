import { ProblemError, type ProblemSlug } from '#contract/problem.ts';

/** The response line of a success, without its end. */
export function successLine(result: unknown): string {
  return `OK ${JSON.stringify(result ?? null)}`;
}

export function unknownMethodLine(method: string): string {
  return `METHOD_NOT_FOUND ${JSON.stringify(`There is no method ${JSON.stringify(method.slice(0, SHOWN))}.`)}`;
}

/** The response line of a failure: `INVALID_PARAMS` for a fault of the request, otherwise `REQUEST_FAILED`. */
export function failureLine(error: unknown): string {
  if (!(error instanceof ProblemError)) return `REQUEST_FAILED ${JSON.stringify(UNEXPECTED)}`;
  return `${OWN_FAULTS.has(error.slug) ? 'INVALID_PARAMS' : 'REQUEST_FAILED'} ${JSON.stringify(error.message)}`;
}

const SHOWN = 100;
const UNEXPECTED = 'An unexpected error occurred. See the log of the controller.';
const OWN_FAULTS = new Set<ProblemSlug>(['malformed-json', 'invalid-input', 'printer-required']);
