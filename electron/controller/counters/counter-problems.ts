import { ProblemError } from '#contract/problem.ts';

/** There is no such counter that takes its numbers from the plant. */
export function noPlantCounter(name: string): ProblemError {
  return new ProblemError('not-found', {
    detail: `There is no counter "${name}" that takes its numbers from the plant.`,
    instance: `/api/v3/counters/${encodeURIComponent(name)}/plant`,
  });
}

/** The counter of the plant has no numbers. */
export function serialsUsedUp(name: string): ProblemError {
  return new ProblemError('serials-used-up', {
    detail: `The counter "${name}" has no number left: its numbers come from the plant.`,
    instance: `/api/v3/counters/${encodeURIComponent(name)}/plant`,
  });
}

/** Another computer may have printed the numbers up to `blockedAt`. */
export function counterBlocked(name: string, blockedAt: number | null): ProblemError {
  const numbers = `the numbers up to ${blockedAt ?? 0} may be on products of another computer`;
  return new ProblemError('counter-blocked', {
    detail: `The counter "${name}" is blocked: ${numbers}. Set it beyond the last number that was printed, or let it take its numbers from the plant.`,
    instance: `/api/v3/counters/${encodeURIComponent(name)}`,
  });
}

/** There is no such counter. */
export function missingCounter(name: string): ProblemError {
  return new ProblemError('not-found', {
    detail: `There is no counter "${name}".`,
    instance: `/api/v3/counters/${encodeURIComponent(name)}`,
  });
}
