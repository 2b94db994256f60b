import type { Problem } from '#contract/problem.ts';

/** What was refused at a field of a variable, by the controller or by the station, which names the body `/variable`. */
export function variableErrorAt(problem: Problem | undefined, pointer: string): string | undefined {
  return problem?.errors?.find((error) => error.pointer === pointer || error.pointer === `/variable${pointer}`)?.detail;
}
