import { ProblemError, PROBLEMS, problemSlug, problemType, type Problem } from '#contract/problem.ts';

/** Converts any thrown value to a problem. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ProblemError) return error.toProblem();
  const { status, title } = PROBLEMS.internal;
  return { type: problemType('internal'), title, status, detail: error instanceof Error ? error.message : String(error) };
}

/** Whether the content has changed meanwhile, so that nothing was saved. */
export function isEditConflict(error: unknown): boolean {
  return problemSlug(toProblem(error).type) === 'changed-meanwhile';
}

/** Whether a controller was unreachable: the request can be repeated when it is back. */
export function isUnreachableProblem(problem: Problem | undefined): boolean {
  return problem !== undefined && problemSlug(problem.type) === 'controller-unreachable';
}
