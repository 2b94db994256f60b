/** Timers of an emulator: those of the process, or a manual clock in tests. */
export interface EmulatorTimers {
  setTimeout(act: () => void, delay: number): object | number;
  clearTimeout(handle: object | number): void;
}

export const processTimers: EmulatorTimers = {
  setTimeout: (act, delay) => setTimeout(act, delay),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};
