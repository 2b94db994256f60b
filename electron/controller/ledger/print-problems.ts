import type { PrintState } from '#contract/api-v3/print.ts';
import { ProblemError } from '#contract/problem.ts';

export function noPrint(id: number): ProblemError {
  return new ProblemError('not-found', { detail: `There is no print ${id}.`, instance: printPath(id) });
}

export function notUnknown(id: number, state: PrintState): ProblemError {
  const detail = `Print ${id} is ${state}: only of an unknown print a person can say what became of it.`;
  return new ProblemError('print-not-unknown', { detail, instance: printPath(id) });
}

export function underWay(id: number, state: PrintState): ProblemError {
  const detail = `Print ${id} is ${state}: it can be repeated once it is printed, void or unknown.`;
  return new ProblemError('print-under-way', { detail, instance: printPath(id) });
}

export function notMade(id: number, why: string): ProblemError {
  const detail = `Print ${id} cannot be reworked: ${why}`;
  return new ProblemError('invalid-input', { detail, instance: printPath(id), errors: [{ pointer: '/prints', detail }] });
}

/** A print that is replaced by the print `by`, or waits in the rework job `job`; `others` more of the named prints are too. */
export function superseded({ id, by, job }: { id: number; by: number | null; job: string | null }, others: number): ProblemError {
  const what = by === null ? `waits in the rework job ${job}` : `is superseded by print ${by}`;
  const more = others === 0 ? '' : `, and ${others} more of these prints are superseded or wait`;
  const detail = `Print ${id} ${what}${more}. Set supersedeAgain to make them once more.`;
  return new ProblemError('print-superseded', { detail, instance: printPath(id) });
}

export function printPath(id: number): string {
  return `/api/v3/prints/${id}`;
}
