/** The scheduling properties of a step. */
export interface ConcurrentStep {
  takesAllCores?: boolean;
}

/** How to run steps. */
export interface ConcurrentRun<Step> {
  cores: number;
  /** Runs a step to its end or until the signal aborts it; returns whether it succeeded. */
  run: (step: Step, signal: AbortSignal) => Promise<boolean>;
}

/**
 * Runs the steps in their order, each on one core or on all of them, and resolves when all have ended. The first failure aborts the running
 * steps and prevents further ones; the result is then false.
 */
export async function runConcurrently<Step extends ConcurrentStep>(
  steps: readonly Step[],
  { cores, run }: ConcurrentRun<Step>,
): Promise<boolean> {
  const failure = new AbortController();
  const running = new Set<Promise<void>>();
  const begin = (step: Step): void => {
    const end = run(step, failure.signal).then((isGreen) => {
      running.delete(end);
      if (!isGreen) failure.abort();
    });
    running.add(end);
  };
  for (const step of steps) {
    const maxRunning = step.takesAllCores ? 0 : Math.max(cores, 1) - 1;
    while (running.size > maxRunning) await Promise.race(running);
    if (failure.signal.aborted) break;
    begin(step);
    if (step.takesAllCores) await Promise.all(running);
  }
  await Promise.all(running);
  return !failure.signal.aborted;
}
