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

export function printPath(id: number): string {
  return `/api/v3/prints/${id}`;
}
