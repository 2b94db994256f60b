import { ProblemError } from '#contract/problem.ts';

/** The refusal of a CSV file: `fault` says what is wrong, `line` (from 1, as editors count) where the row begins. */
export function csvFault(line: number, fault: string, cause?: unknown): ProblemError {
  const detail = `Line ${line}: ${fault}.`;
  return new ProblemError('csv-broken', { detail, errors: [{ pointer: '', detail }] }, { cause });
}

/** The refusal of a CSV file as a whole. */
export function csvFileFault(detail: string): ProblemError {
  return new ProblemError('csv-broken', { detail, errors: [{ pointer: '', detail }] });
}
