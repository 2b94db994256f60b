import { ProblemError, PROBLEMS, problemSlug, problemType, type Problem } from '#contract/problem.ts';

/** Makes of anything that was thrown the one shape in which a failure is shown. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ProblemError) return error.toProblem();
  const { status, title } = PROBLEMS.internal;
  return { type: problemType('internal'), title, status, detail: error instanceof Error ? error.message : String(error) };
}

/** Whether somebody else was faster: nothing was changed. */
export function isChangedMeanwhile(error: unknown): boolean {
  return problemSlug(toProblem(error).type) === 'changed-meanwhile';
}

/** Whether a controller was away: what it was asked for can be had once it comes. */
export function isAwayProblem(problem: Problem | undefined): boolean {
  return problem !== undefined && problemSlug(problem.type) === 'controller-unreachable';
}
