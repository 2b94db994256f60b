import type { Problem } from '#contract/problem.ts';

/** The error at a field of a variable, as reported by the controller, or by the station, which puts `/variable` before the pointer. */
export function findVariableError(problem: Problem | undefined, pointer: string): string | undefined {
  return problem?.errors?.find((error) => error.pointer === pointer || error.pointer === `/variable${pointer}`)?.detail;
}
