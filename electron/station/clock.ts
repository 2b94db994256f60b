/** Time as the station sees it; tests pass one that they move by hand. */
export interface Clock {
  /** Milliseconds since the epoch. May jump when somebody sets the computer's clock. */
  now(): number;
  /** Milliseconds that only ever grow: for durations. */
  elapsed(): number;
  /** Runs `action` once after `delay`, unless the function that is returned is called first. */
  after(delay: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (delay, action) => {
    const timer = setTimeout(action, delay);
    return () => clearTimeout(timer);
  },
};
