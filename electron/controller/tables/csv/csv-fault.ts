import { ProblemError } from '#contract/problem.ts';

/** A `csv-broken` problem: `fault` says what is wrong, `line` (from 1) where the row begins. */
export function csvFault(line: number, fault: string, cause?: unknown): ProblemError {
  const detail = `Line ${line}: ${fault}.`;
  return new ProblemError('csv-broken', { detail, errors: [{ pointer: '', detail }] }, { cause });
}

/** A `csv-broken` problem of a file as a whole. */
export function csvFileFault(detail: string): ProblemError {
  return new ProblemError('csv-broken', { detail, errors: [{ pointer: '', detail }] });
}
