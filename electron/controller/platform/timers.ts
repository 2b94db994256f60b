/** Timers: those of the process, or a manual clock in tests. */
export interface Timers {
  setTimeout(act: () => void, delay: number): TimerHandle;
  clearTimeout(handle: TimerHandle): void;
}

/** The value that `setTimeout` returned, for `clearTimeout`. */
export type TimerHandle = object | number;

/** The timers of this process. */
export const processTimers: Timers = {
  setTimeout: (act, delay) => setTimeout(act, delay),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};
