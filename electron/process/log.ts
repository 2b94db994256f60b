/** The log as modules know it. */
export interface Log {
  info(message: string): void;
  /** Something was refused or failed, and printing goes on. */
  warn(message: string, cause?: unknown): void;
  error(message: string, cause?: unknown): void;
}

/** Writes nothing. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
