/** The timers of the process, or a hand-cranked clock in tests. */
export interface Timers {
  setTimeout(act: () => void, delay: number): TimerHandle;
  clearTimeout(handle: TimerHandle): void;
}

/** What `setTimeout` gave; only `clearTimeout` looks into it. */
export type TimerHandle = object | number;

/** The timers of this process. */
export const processTimers: Timers = {
  setTimeout: (act, delay) => setTimeout(act, delay),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};
