/** What is run, as far as its place beside others goes. */
export interface Sharing {
  takesAllCores?: boolean;
}

export interface SideBySide<Step> {
  cores: number;
  /** Runs one to its end, or until the signal ends it, and tells whether it succeeded. */
  run: (step: Step, signal: AbortSignal) => Promise<boolean>;
}

/**
 * Begins the steps in their order, each on a core of its own or on all of them, and resolves once all have ended. The first that
 * fails ends those beside it, none begins after it, and the answer is false.
 */
export async function runSideBySide<Step extends Sharing>(steps: readonly Step[], { cores, run }: SideBySide<Step>): Promise<boolean> {
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
    const others = step.takesAllCores ? 0 : Math.max(cores, 1) - 1;
    while (running.size > others) await Promise.race(running);
    if (failure.signal.aborted) break;
    begin(step);
    if (step.takesAllCores) await Promise.all(running);
  }
  await Promise.all(running);
  return !failure.signal.aborted;
}
